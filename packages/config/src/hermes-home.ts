import { join, resolve } from 'node:path';

/** The folder of the user's config and data: `HERMES_HOME`, or `.hermes` in the user's home. Absolute. */
export function findHermesHome(where: {
  readonly userHome: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}): string {
  const configured = where.env['HERMES_HOME'];
  return configured === undefined || configured === '' ? join(where.userHome, '.hermes') : resolve(configured);
}
