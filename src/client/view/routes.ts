export { type Match, matchRoute, parametersOf, pathOf } from '../../model/routes.ts';
