import { expect, it } from 'vitest';
import * as publicApi from './index.ts';

it('exports what hosts need, and nothing else', () => {
  expect(Object.keys(publicApi).toSorted()).toEqual([
    'SearchQueryError',
    'SessionImportError',
    'SessionInputError',
    'SessionNotFoundError',
    'SessionStoreError',
    'createMemorySessionStore',
    'diffLists',
    'diffRevisions',
    'findSession',
    'findTip',
    'openSqliteStore',
    'readRecordLines',
    'recordLine',
    'sessionSearchTool',
  ]);
});
