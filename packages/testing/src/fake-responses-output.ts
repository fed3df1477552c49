import { countFakeTokens } from './count-fake-tokens.ts';
import type { FakeResponsesReply } from './fake-responses-behaviour.ts';
import { isRecord } from './is-record.ts';

type Json = Readonly<Record<string, unknown>>;

/** Tokens that a checkpoint stands for. */
const CHECKPOINT_TOKENS = 300;
/** Checkpoints of the fake, and of no other server, begin so. */
const SEAL = 'sealed by the fake: ';

/** A request that is answered. */
export interface ResponsesQuestion {
  readonly body: Json;
  /** Its items. */
  readonly input: readonly Json[];
  readonly inputTokens: number;
  readonly nextId: () => string;
}

/** The items of a request. */
export function inputItems(body: unknown): readonly Json[] {
  const input = isRecord(body) ? body['input'] : undefined;
  if (typeof input === 'string') return [{ type: 'message', role: 'user', content: input }];
  return Array.isArray(input) ? input.filter(isRecord) : [];
}

/** Size of a request, in tokens. What stands in front of the newest checkpoint costs nothing: it is not read. */
export function countInput(body: unknown, input: readonly Json[]): number {
  const newest = input.findLastIndex(({ type }) => type === 'compaction');
  const { instructions = '', tools = [] }: Json = isRecord(body) ? body : {};
  const texts = [instructions, tools, ...input.slice(newest + 1)].map((each) => countFakeTokens(JSON.stringify(each)));
  return texts.reduce((sum, tokens) => sum + tokens, 0) + (newest === -1 ? 0 : CHECKPOINT_TOKENS);
}

/** Whether a checkpoint is one of the fake's, of this server or another. */
export function isSealed({ encrypted_content: content }: Json): boolean {
  return typeof content === 'string' && Buffer.from(content, 'base64').toString().startsWith(SEAL);
}

/** A response that came to its end. A checkpoint stands first; where the last item orders one, it stands alone. */
export function responseOf(played: FakeResponsesReply, id: string, question: ResponsesQuestion): Json {
  const { inputTokens, input } = question;
  const isOrdered = input.at(-1)?.['type'] === 'compaction_trigger';
  const checkpoint = isOrdered || isDue(question) ? [checkpointOf(question)] : [];
  const said = isOrdered ? [] : itemsOf(played, question);
  const outputTokens = countFakeTokens(JSON.stringify(said));
  return {
    id,
    object: 'response',
    status: played.incomplete === undefined ? 'completed' : 'incomplete',
    incomplete_details: played.incomplete === undefined ? null : { reason: played.incomplete },
    error: null,
    output: [...checkpoint, ...said],
    usage: {
      input_tokens: inputTokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens,
    },
  };
}

/** Whether the request has outgrown the size at which the server was told to compact. */
function isDue({ body, inputTokens }: ResponsesQuestion): boolean {
  const [edit] = Array.isArray(body['context_management']) ? body['context_management'] : [];
  return isRecord(edit) && typeof edit['compact_threshold'] === 'number' && inputTokens > edit['compact_threshold'];
}

/** Opaque, and the same for the same input. */
function checkpointOf({ input, nextId }: ResponsesQuestion): Json {
  const sealed = `${SEAL}${input.length} items of ${JSON.stringify(input).length} characters`;
  return { type: 'compaction', id: `cmp_${nextId()}`, encrypted_content: Buffer.from(sealed).toString('base64') };
}

function itemsOf(played: FakeResponsesReply, question: ResponsesQuestion): readonly Json[] {
  const { text, toolCalls = [] } = played;
  const texts = text ?? (toolCalls.length === 0 ? 'Hello.' : []);
  return [
    ...reasoningOf(played, question),
    ...[texts].flat().map((said) => messageOf(said, question.nextId())),
    ...toolCalls.map((call) => {
      const id = question.nextId();
      return { type: 'function_call', id: `fc_${id}`, call_id: `call_${id}`, status: 'completed', ...call };
    }),
  ];
}

function messageOf(text: string, id: string): Json {
  const content = [{ type: 'output_text', text, annotations: [] }];
  return { type: 'message', id: `msg_${id}`, status: 'completed', role: 'assistant', content };
}

function reasoningOf({ reasoning, summary }: FakeResponsesReply, { body, nextId }: ResponsesQuestion): readonly Json[] {
  if (reasoning === undefined && summary === undefined) return [];
  const { include } = body;
  const isAskedFor = Array.isArray(include) && include.includes('reasoning.encrypted_content');
  return [
    {
      type: 'reasoning',
      id: `rs_${nextId()}`,
      summary: summary === undefined ? [] : [{ type: 'summary_text', text: summary }],
      ...(isAskedFor ? { encrypted_content: Buffer.from(reasoning ?? '-').toString('base64') } : {}),
    },
  ];
}
