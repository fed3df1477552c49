import type { SummaryFailureKind } from '@hermes-context/contract';
import type { ModelRoute } from './model-route.ts';

/** What is done about a failure. */
export interface FailurePolicy {
  /** Whether the same model is asked once more: the failure may be chance. */
  readonly retry: boolean;
  /** Whether history stays as it is when nothing else helps: the user can mend it, and then has a real summary. */
  readonly keepsHistory: boolean;
  /** What it is, to stand in a sentence such as "failed: …". */
  readonly name: string;
  /** What the user can do. */
  readonly fix: (route: ModelRoute) => string;
}

const POLICIES: Readonly<Record<SummaryFailureKind, FailurePolicy>> = {
  auth: {
    retry: false,
    keepsHistory: true,
    name: 'the key was refused',
    fix: (route) => `Set a valid key for ${nameOf(route)}, or run ${commandFor(route)} to choose another`,
  },
  quota: {
    retry: false,
    keepsHistory: true,
    name: 'the account has no quota left',
    fix: (route) => `Top up the account behind ${nameOf(route)}, or run ${commandFor(route)} to choose another`,
  },
  network: {
    retry: false,
    keepsHistory: true,
    name: 'the provider could not be reached',
    fix: () => 'Check the network and auxiliary.compression.base_url, then compress again',
  },
  timeout: failing({ retry: false, name: 'the model did not answer in time' }),
  overload: failing({ retry: true, name: 'the provider is overloaded' }),
  'context-length': failing({ retry: false, name: "the material does not fit the model's window" }),
  empty: failing({ retry: true, name: 'the answer was empty' }),
  refusal: failing({ retry: true, name: 'the model refused' }),
  truncated: failing({ retry: true, name: 'the answer was cut off' }),
  'tool-call': failing({ retry: true, name: 'the model called a tool' }),
  'bad-response': failing({ retry: true, name: 'the answer could not be read' }),
  other: failing({ retry: true, name: 'the call failed' }),
};

/** What is done about failures of that kind. */
export function policyOf(failure: SummaryFailureKind): FailurePolicy {
  return POLICIES[failure];
}

/** A route as a person knows it, such as `the auxiliary model small-1`. */
export function nameOf(route: ModelRoute): string {
  return `the ${route.label} model ${route.model}`;
}

function failing({ retry, name }: Pick<FailurePolicy, 'retry' | 'name'>): FailurePolicy {
  return {
    retry,
    keepsHistory: false,
    name,
    fix: (route) => `Run ${commandFor(route)} to choose another model`,
  };
}

function commandFor({ label }: ModelRoute): string {
  return `hermes config set ${label === 'auxiliary' ? 'auxiliary.compression.model' : 'model.default'} NAME`;
}
