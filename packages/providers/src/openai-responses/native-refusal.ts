import { type ResponsesError, refusesField } from '../chat/responses-refusal.ts';

const NAMES = /\bcontext_management\b|\bcompact_threshold\b/;

/** Whether a server says that it does not compact (S-090): an error that names the field and turns it down. */
export function refusesNative(error: ResponsesError): boolean {
  return refusesField(error, NAMES);
}
