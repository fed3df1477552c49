import type { Messages } from '@hermes-context/contract';
import { WIRES } from '@hermes-context/messages';
import type { Share } from './share.ts';

/** How many requests the validators of all wires would let pass. */
export interface Validity {
  readonly requests: Share;
  /** By wire: requests that it alone would let pass. */
  readonly byWire: Readonly<Record<string, Share>>;
  /** The first fault, for a person: request, wire, rule and message. */
  readonly firstFault?: string;
}

/** Judges each request by all validators of the project: OpenAI Chat and Responses, Anthropic, Gemini, two templates. */
export class ValidityMeter {
  #requests = 0;
  #valid = 0;
  #firstFault: string | undefined;
  readonly #validBy = new Map<string, number>();

  see(messages: Messages): void {
    this.#requests += 1;
    let isValid = true;
    for (const { name, validate } of WIRES) {
      const [fault] = validate(messages);
      if (fault === undefined) this.#validBy.set(name, (this.#validBy.get(name) ?? 0) + 1);
      else {
        isValid = false;
        this.#firstFault ??= `Request ${this.#requests}, message ${fault.index}, ${name}: ${fault.reason}`;
      }
    }
    if (isValid) this.#valid += 1;
  }

  result(): Validity {
    const of = this.#requests;
    return {
      requests: { hits: this.#valid, of },
      byWire: Object.fromEntries(WIRES.map(({ name }) => [name, { hits: this.#validBy.get(name) ?? 0, of }])),
      ...(this.#firstFault === undefined ? {} : { firstFault: this.#firstFault }),
    };
  }
}
