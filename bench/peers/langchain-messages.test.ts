import { describe, expect, it } from 'vitest';
import { conversation } from './conversation.fixture.ts';
import { findPeerProblem } from './installed-peers.ts';
import { langChainForm } from './langchain-messages.ts';

describe.skipIf(findPeerProblem() !== undefined)('messages in the form of LangChain', () => {
  it('come back as the same objects when nothing was touched', async () => {
    const form = await langChainForm();
    const back = conversation.map((message) => form.fromPeer(form.toPeer(message)));
    expect(back.every((message, at) => message === conversation[at])).toBe(true);
  });

  it('come back as the same objects from copies with the same id', async () => {
    const form = await langChainForm();
    const copies = conversation.map(form.toPeer).map((peer) => Object.assign(Object.create(peer), { id: peer.id }));
    expect(copies.map(form.fromPeer).every((message, at) => message === conversation[at])).toBe(true);
  });

  it('come back changed when a copy, or the message itself, was edited in place', async () => {
    const form = await langChainForm();
    const [, , said] = conversation.map(form.toPeer);
    if (said === undefined) throw new Error('unreachable: the conversation has more than two messages');
    expect(form.fromPeer(said)).toBe(conversation[2]);
    Object.assign(said, { content: 'chart.' });
    expect(form.fromPeer(said)).toEqual({ role: 'assistant', content: 'chart.' });
  });

  it('keep a call whose arguments do not parse', async () => {
    const form = await langChainForm();
    const broken = conversation.find(
      (message) => message.role === 'assistant' && message.tool_calls?.[0]?.function.arguments === '{"path": "src',
    );
    if (broken === undefined) throw new Error('unreachable: the conversation has such a call');
    const peer = form.toPeer(broken);
    expect(peer.tool_calls).toHaveLength(2);
    Object.assign(peer, { id: undefined, content: 'new' });
    expect(form.fromPeer(peer)).toEqual({ ...broken, content: 'new' });
  });
});
