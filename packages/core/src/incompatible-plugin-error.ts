import { ContextHostError } from '@hermes-context/contract';
import { HOST_CONTRACT_VERSIONS } from './contract-version.ts';
import { kindName, type PluginKind } from './plugin-kind.ts';

/** Which plug-in speaks which version. */
export interface Incompatibility {
  readonly plugin: string;
  /** Default `context_engine`. */
  readonly kind?: PluginKind;
  /** Where it came from, as a phrase: a folder, or who registered it. */
  readonly location: string;
  /** The contract version that it declares. */
  readonly declared: number;
}

/** A plug-in speaks a version of the engine contract that this host does not. None of its methods was called. */
export class IncompatiblePluginError extends ContextHostError {
  override readonly name = 'IncompatiblePluginError';
  readonly code = 'CTX_PLUGIN_INCOMPATIBLE';
  readonly plugin: string;
  readonly location: string;
  readonly declared: number;
  /** What this host speaks. */
  readonly supported: readonly number[] = HOST_CONTRACT_VERSIONS;

  readonly facts: Incompatibility;

  constructor(facts: Incompatibility) {
    const { plugin, kind = 'context_engine', location, declared } = facts;
    const versions = HOST_CONTRACT_VERSIONS.join(', ');
    const isNewer = HOST_CONTRACT_VERSIONS.every((version) => declared > version);
    super({
      what: `${kindName(kind)} "${plugin}" from ${location} speaks version ${declared} of the engine contract.`,
      why: `This host speaks: ${versions}.`,
      fix: isNewer
        ? `Update the host, or install a version of the plug-in that declares contract: ${versions}.`
        : `Install a version of the plug-in that declares contract: ${versions}.`,
    });
    this.plugin = plugin;
    this.location = location;
    this.declared = declared;
    this.facts = facts;
  }
}
