// node --conditions=@hermes-context/source examples/embed-in-an-agent/src/main.ts "What does package.json say?"
import OpenAI from 'openai';
import { makeAgent, modelOf } from './agent.ts';

const agent = await makeAgent(modelOf(new OpenAI(), 'gpt-5-mini'), 'agent.db');
const session = await agent.newSession();
const { kind, text, error } = await session.runTurn(process.argv[2] ?? 'What does package.json say?');
console.log(kind === 'completed' ? text : error?.message);
await agent.close();
await agent.store.close();
