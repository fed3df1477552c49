import type { CacheRoute } from './cache-route.ts';
import { AS_OF, BARE, type RouteRow } from './route-row.ts';
import { CLAUDE_ROUTES } from './rows/claude-routes.ts';
import { OPENAI_ROUTES } from './rows/openai-routes.ts';
import { OPENROUTER_ROUTES } from './rows/openrouter-routes.ts';
import { OTHER_ROUTES } from './rows/other-routes.ts';

/** All routes. Of the rows of one provider or host the first whose models fit is the route. */
export const ROUTE_ROWS: readonly RouteRow[] = [
  ...CLAUDE_ROUTES,
  ...OPENROUTER_ROUTES,
  ...OPENAI_ROUTES,
  ...OTHER_ROUTES,
];

/** The route of which nothing is known. */
export const NO_ROUTE: CacheRoute = {
  ...BARE,
  id: 'none',
  title: 'This provider',
  source: 'No row of the table fits',
  asOf: AS_OF,
};
