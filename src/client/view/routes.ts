export { type Match, matchRoute, parametersOf, pathOf } from '../../model/lookups/routes.ts';
