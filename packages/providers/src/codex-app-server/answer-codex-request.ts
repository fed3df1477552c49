import { readField, readText } from '../chat/read-field.ts';
import { isWireObject, type WireObject } from '../wire-value.ts';
import type { CodexDecision, CodexRequest, CodexRequestKind, DecideCodexRequest } from './codex-request.ts';

/** The answer to a request of the server, in wire form, and what to say about it. */
export interface CodexAnswer {
  readonly wire:
    | { readonly result: WireObject }
    | { readonly error: { readonly code: number; readonly message: string } };
  /** What was declined; absent where it was not. */
  readonly declined?: CodexRequestKind | 'unknown';
  /** Why there is no decision, in a sentence; absent where there is one. */
  readonly trouble?: string;
}

const METHOD_NOT_FOUND = -32_601;
const DECLINED = -32_000;

/** Answers a request as decided. Never throws: whatever goes wrong is a no. */
export async function answerCodexRequest(
  method: string,
  params: unknown,
  decide: DecideCodexRequest,
): Promise<CodexAnswer> {
  const request = readCodexRequest(method, params);
  if (request === undefined) {
    const error = { code: METHOD_NOT_FOUND, message: `This client does not know ${method}.` };
    return { wire: { error }, declined: 'unknown' };
  }
  const { decision, trouble } = await decided(request, decide);
  const result = decision.kind === 'result' ? decision.result : ANSWERS[request.kind](decision, request);
  const troubled = trouble === undefined ? {} : { trouble };
  if (result !== undefined) {
    const isDeclined = decision.kind === 'decline' || decision.kind === 'cancel';
    return { wire: { result }, ...(isDeclined ? { declined: request.kind } : {}), ...troubled };
  }
  const cannot =
    decision.kind === 'accept' ? { trouble: `${method} wants a result; it cannot just be accepted.` } : troubled;
  return { ...declinedAnswer(request), ...cannot };
}

/** The request; `undefined` where it is none that this client knows. */
function readCodexRequest(method: string, params: unknown): CodexRequest | undefined {
  const kind = KINDS[method];
  if (kind === undefined) return undefined;
  const threadId = readText(params, 'threadId');
  const turnId = readText(params, 'turnId');
  return {
    kind,
    method,
    params: isWireObject(params) ? params : {},
    ...(threadId === undefined ? {} : { threadId }),
    ...(turnId === undefined ? {} : { turnId }),
  };
}

const KINDS: Readonly<Record<string, CodexRequestKind>> = {
  'item/commandExecution/requestApproval': 'command',
  'item/fileChange/requestApproval': 'file-change',
  'item/permissions/requestApproval': 'permissions',
  'item/tool/requestUserInput': 'user-input',
  'item/tool/call': 'tool-call',
  'mcpServer/elicitation/request': 'elicitation',
  'account/chatgptAuthTokens/refresh': 'auth-tokens',
};

async function decided(
  request: CodexRequest,
  decide: DecideCodexRequest,
): Promise<{ readonly decision: CodexDecision; readonly trouble?: string }> {
  try {
    return { decision: await decide(request) };
  } catch {
    // Its message may quote the request, so it is left out; a policy that fails allows nothing.
    return { decision: { kind: 'decline' }, trouble: `The decision about ${request.method} has failed.` };
  }
}

type PlainDecision = Exclude<CodexDecision, { kind: 'result' }>;

/** A result in wire form; `undefined` where the protocol has none for the decision. */
type ResultOf = (decision: PlainDecision, request: CodexRequest) => WireObject | undefined;

const approval: ResultOf = (decision) => {
  if (decision.kind !== 'accept') return { decision: decision.kind };
  return { decision: decision.scope === 'session' ? 'acceptForSession' : 'accept' };
};

const ANSWERS: Readonly<Record<CodexRequestKind, ResultOf>> = {
  command: approval,
  'file-change': approval,
  permissions: (decision, { params }) => {
    if (decision.kind !== 'accept') return { permissions: {}, scope: 'turn' };
    return { permissions: grantedOf(params), scope: decision.scope === 'session' ? 'session' : 'turn' };
  },
  'user-input': (decision) => (decision.kind === 'accept' ? undefined : { answers: {} }),
  'tool-call': (decision) => (decision.kind === 'accept' ? undefined : NO_TOOL),
  elicitation: (decision) => ({ action: decision.kind, content: null, _meta: null }),
  'auth-tokens': () => undefined,
};

const NO_TOOL = { contentItems: [{ type: 'inputText', text: 'The call was declined.' }], success: false };

/** What was asked for; what is `null` was not. */
function grantedOf(params: WireObject): WireObject {
  const asked = readField(params, 'permissions');
  const entries = isWireObject(asked) ? Object.entries(asked) : [];
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}

function declinedAnswer(request: CodexRequest): CodexAnswer {
  const result = ANSWERS[request.kind]({ kind: 'decline' }, request);
  const error = { code: DECLINED, message: `${request.method} was declined.` };
  return { wire: result === undefined ? { error } : { result }, declined: request.kind };
}
