import { redactSecrets } from '@hermes-context/messages';
import { type Check, hard } from './finding.ts';

/** A summary holds no secret: it is stored, shown and sent again with every request. */
export const checkSecrets: Check = ({ text }) =>
  redactSecrets(text) === text ? [] : [hard('secrets', 'The summary holds a secret, such as a key or a password.')];
