import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoadedConfig } from '@hermes-context/config';
import type { Message, Messages } from '@hermes-context/contract';
import { parseEngineOptions } from '@hermes-context/core';
import type { BenchRow, RowRequest, RowSession, RowSetup } from '@hermes-context/eval';
import {
  type CompactionReport,
  createHost,
  type Host,
  type HostEngine,
  type HostSession,
  type NextRequest,
} from '@hermes-context/host';
import { contentText } from '@hermes-context/messages';
import type { ChatModel } from '@hermes-context/providers';
import { engineSection } from '../plug-ins/engine-section.ts';
import type { OpenPlugins } from '../plug-ins/open-plugins.ts';
import { resolveForCommand } from '../plug-ins/resolve-for-command.ts';
import { readVersion } from '../version.ts';
import { evalConfig, type RowEngine } from './eval-config.ts';

/** What the rows of engines are made from. */
export interface RowParts {
  readonly plugins: OpenPlugins;
  readonly loaded: LoadedConfig;
}

/** An engine in a host, as a user runs it: with its gate, its pins, its archive and its tools. */
export function engineRow({ engine, stages = [] }: RowEngine, parts: RowParts): BenchRow {
  return {
    name: stages.length === 0 ? engine : stages.join(' + '),
    variant: 'default',
    version: readVersion(),
    can: { reach: true, undo: true, summarise: true },
    async open(setup) {
      const dataDir = await mkdtemp(join(tmpdir(), 'hermes-eval-'));
      try {
        const host = await openHost({ engine, stages }, { ...parts, setup, dataDir });
        return hostSession(await host.newSession(), { setup, host, dataDir });
      } catch (error) {
        await rm(dataDir, { recursive: true, force: true });
        throw error;
      }
    },
  };
}

interface Opening extends RowParts {
  readonly setup: RowSetup;
  readonly dataDir: string;
}

async function openHost(row: Required<RowEngine>, { plugins, loaded, setup, dataDir }: Opening): Promise<Host> {
  const config = evalConfig(loaded.config, { ...row, setup });
  const engine = await engineOf(row, { plugins, loaded: { ...loaded, config } });
  return createHost({ config, engine, model: silentModel(setup), dataDir, clock: clockOf() });
}

async function engineOf({ engine }: RowEngine, { plugins, loaded }: RowParts): Promise<HostEngine> {
  const { resolution } = await resolveForCommand(plugins, { engine, loaded });
  if (resolution.notice !== undefined) throw resolution.notice;
  const parsed = parseEngineOptions(resolution, engineSection(resolution, loaded.config));
  if (parsed.kind === 'invalid') throw parsed.problem;
  return { plugin: resolution.plugin, options: parsed.options };
}

/** The answers are in the conversation already: nobody asks this one. */
function silentModel({ model }: RowSetup): ChatModel {
  return {
    info: model,
    route: 'recorded',
    complete: () => Promise.reject(new Error('A recorded conversation is not answered again.')),
  };
}

/** A second for each look, so that two runs see the same times. */
function clockOf(): { now(): number } {
  let time = Date.UTC(2026, 0, 1);
  return { now: () => (time += 1_000) };
}

interface Opened {
  readonly setup: RowSetup;
  readonly host: Host;
  readonly dataDir: string;
}

function hostSession(session: HostSession, { setup, host, dataDir }: Opened): RowSession {
  const { signal } = setup;
  return {
    next: async (added) => rowRequest(await session.prepareRequest(added.map(bare), { signal })),
    async compactNow() {
      const report = await session.compact({ signal });
      const request = await session.prepareRequest([], { signal });
      return rowRequest({ ...request, compactions: [report, ...request.compactions] });
    },
    reach: (words) => searchWith(session, words, signal),
    async undo(): Promise<Messages> {
      await session.undo();
      return (await session.prepareRequest([], { signal })).messages;
    },
    async close() {
      await host.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** As an agent would say it: ids are given by the store. */
function bare({ _context, ...message }: Message): Message {
  return message;
}

function rowRequest({ messages, toolTokens, compactions, prunes }: NextRequest): RowRequest {
  const done = [...compactions, ...prunes].filter(({ kind }) => kind === 'compacted');
  return { messages, toolTokens, compactions: done.length, problems: compactions.flatMap(problemOf) };
}

/** States of the conversation, in which there is nothing to do. */
const STATES: ReadonlySet<string> = new Set(['nothing-to-compress', 'no-progress', 'ineffective', 'declined', 'busy']);

function problemOf(report: CompactionReport): readonly string[] {
  return report.kind === 'unchanged' && !STATES.has(report.reason) ? [report.detail] : [];
}

/** The first search tool of an engine and that of the host, one call each. */
async function searchWith(session: HostSession, words: string, signal: AbortSignal): Promise<string> {
  const calls = SEARCHES.map(({ name, parameter }) => ({
    id: `call_${name}`,
    type: 'function' as const,
    function: { name, arguments: JSON.stringify({ [parameter]: words }) },
  }));
  const results = await session.runTools(calls, { signal });
  return results.map(({ content }) => contentText(content)).join('\n');
}

const SEARCHES = [
  { name: 'lcm_grep', parameter: 'pattern' },
  { name: 'session_search', parameter: 'query' },
] as const;
