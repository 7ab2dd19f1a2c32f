import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claims } from './support/permissions-claims.ts';
import { listQuestions, otherQuestions, recordQuestions } from './support/permissions-questions.ts';
import { formsIn, spokenOf, type Watch, watchFor } from './support/permissions-watch.ts';
import { workshop } from './support/permissions-workshop.ts';
import { type Answer, type Question, type Running, startWorld, type World } from './support/permissions-world.ts';
