import { TEMPLATE_FILES } from './template-files.ts';

/** Name of the engine in the template. */
const TEMPLATE_NAME = 'minimal-engine';

/** One file of a new folder. */
export interface TemplateFile {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** What makes a new engine out of the template. */
export interface TemplateParts {
  readonly name: string;
  /** The range of versions of one of our packages, such as `^0.1.0`. */
  readonly rangeOf: (packageName: string) => string;
}

const WORKSPACE_RANGE = /"(@hermes-context\/[a-z-]+)": "workspace:\*"/g;

/** The files of a plug-in's folder, ready to run. Pure. */
export function renderTemplate({ name, rangeOf }: TemplateParts): readonly TemplateFile[] {
  return Object.entries(TEMPLATE_FILES).map(([path, lines]) => ({
    path,
    text: lines
      .join('\n')
      .replaceAll(TEMPLATE_NAME, name)
      .replace(WORKSPACE_RANGE, (_, packageName: string) => `"${packageName}": "${rangeOf(packageName)}"`),
  }));
}
