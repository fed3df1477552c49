import { ContextHostError, type Explanation } from '@hermes-context/contract';

/** A general plug-in registered something that cannot be used. Thrown to it; with it, all of its registrations are void. */
export class RegistrationError extends ContextHostError {
  override readonly name = 'RegistrationError';
  readonly code = 'CTX_REGISTRATION_INVALID';
  readonly plugin: string;

  constructor({ plugin, ...explanation }: Explanation & { readonly plugin: string }) {
    super(explanation);
    this.plugin = plugin;
  }
}
