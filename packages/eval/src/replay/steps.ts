import type { Messages } from '@hermes-context/contract';
import type { Trajectory } from '../trajectory.ts';

/** One request of a conversation. */
export interface ReplayStep {
  /** What the conversation gained since the request before. */
  readonly added: Messages;
  /** How many messages of the conversation stand before the answer. */
  readonly through: number;
  /** Whether a person's message is what is answered. */
  readonly isUserTurn: boolean;
  /** Whether a compaction is asked for behind this request. */
  readonly isSetPoint: boolean;
}

/**
 * The requests that led to a conversation: one before each answer of the model, and one more where the last message is not
 * an answer. What the model says in one breath is one answer.
 */
export function stepsOf({ messages, key }: Trajectory, hasSetPoints: boolean): readonly ReplayStep[] {
  const setPoints = hasSetPoints ? key.compactAt : [];
  const steps: ReplayStep[] = [];
  let from = 0;
  for (const through of endsOf(messages)) {
    const isUserTurn = messages[through - 1]?.role === 'user';
    const isSetPoint = setPoints.some((point) => point > from && point <= through);
    steps.push({ added: messages.slice(from, through), through, isUserTurn, isSetPoint });
    from = through;
  }
  return steps;
}

function endsOf(messages: Messages): readonly number[] {
  const ends = messages.flatMap(({ role }, index) => {
    const before = messages[index - 1]?.role;
    return role === 'assistant' && (before === 'user' || before === 'tool') ? [index] : [];
  });
  return messages.at(-1)?.role === 'assistant' ? ends : [...ends, messages.length];
}
