import { z } from 'zod';
import { compressionSchema } from './schema-compression.ts';
import { auxiliarySchema, contextSchema, modelSchema, pluginsSchema, promptCachingSchema } from './schema-sections.ts';

/** Every setting of the config file with its rule, default and description. Keys that are not listed are other programs'. */
export const configSchema = z
  .object({
    context: contextSchema,
    plugins: pluginsSchema,
    compression: compressionSchema,
    auxiliary: auxiliarySchema,
    prompt_caching: promptCachingSchema,
    model: modelSchema,
  })
  .meta({
    title: 'Hermes Context configuration',
    description:
      'Settings of $HERMES_HOME/config.yaml and of project files. Keys of other programs may stand beside them.',
  });

type DeepReadonly<Value> = Value extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
    : Value;

/** The settings in force, defaults filled in. Names as the file spells them; `docs/configuration.md` says what each does. */
export type HermesConfig = DeepReadonly<z.output<typeof configSchema>>;
