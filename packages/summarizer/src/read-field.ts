export { parseJson, readField, readList, readText } from '@hermes-context/messages';
