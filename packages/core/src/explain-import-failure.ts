import { describeCause } from './describe-cause.ts';
import type { PluginLoadReason } from './plugin-load-error.ts';
import { readField } from './read-field.ts';
import { stackNames } from './watch-rejections.ts';

const NO_COMPILER =
  'Node removes types and compiles nothing: write enums, namespaces, parameter properties and decorators in plain ' +
  'JavaScript, or compile the plug-in and let main name the .js file.';

/** Why an import failed, and what its author can do. */
export interface ImportFailure {
  readonly reason: PluginLoadReason;
  readonly problem: string;
  readonly fix: string;
}

/**
 * Put what an import threw into words. Pure.
 *
 * @param entry - The file imported, absolute.
 * @param folder - The plug-in's folder, absolute, links followed.
 */
export function explainImportFailure(cause: unknown, entry: string, folder: string): ImportFailure {
  const problem = `Importing ${entry} failed: ${describeCause(cause)}`;
  switch (readField(cause, 'code')) {
    case 'ERR_MODULE_NOT_FOUND':
    case 'MODULE_NOT_FOUND':
      return {
        reason: 'dependency-missing',
        problem,
        fix: `Install what is missing in ${folder}, or correct the import.`,
      };
    case 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX':
      return { reason: 'typescript-syntax', problem, fix: NO_COMPILER };
    case 'ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING':
      return {
        reason: 'typescript-syntax',
        problem,
        fix: 'Below node_modules Node runs no .ts: let main name a compiled .js file.',
      };
    default:
      return isParseFailure(cause, folder) ? syntaxFailure(problem, entry) : threw(problem, cause, folder);
  }
}

/** A rejection that the plug-in's code left behind while it was loaded, in words. Pure. */
export function explainRejection(cause: unknown, entry: string): ImportFailure {
  return {
    reason: 'import-threw',
    problem: `While ${entry} was imported, a promise was rejected and nothing handled it: ${describeCause(cause)}`,
    fix: 'Handle the rejection, or start the work in create or register, whose errors are handled.',
  };
}

function syntaxFailure(problem: string, entry: string): ImportFailure {
  const check = `Run: node --check ${entry}`;
  const fix = entry.endsWith('.ts') ? `${check} (types need "import type"). ${NO_COMPILER}` : check;
  return { reason: 'syntax', problem, fix };
}

function threw(problem: string, cause: unknown, folder: string): ImportFailure {
  const frame = framesOf(cause).find((line) => stackNames(line, folder));
  const where = frame === undefined ? '' : ` (${frame.trim()})`;
  return {
    reason: 'import-threw',
    problem: `${problem}${where}`,
    fix: 'Correct the plug-in: a file that is imported should only define; work belongs in create or register.',
  };
}

/** A file that does not parse, as opposed to code that ran and threw a SyntaxError, as JSON.parse does. */
function isParseFailure(cause: unknown, folder: string): boolean {
  if (readField(cause, 'name') !== 'SyntaxError') return false;
  return !framesOf(cause).some((line) => stackNames(line, folder));
}

function framesOf(cause: unknown): readonly string[] {
  const stack = readField(cause, 'stack');
  return typeof stack === 'string' ? stack.split('\n').filter((line) => line.startsWith('    at ')) : [];
}
