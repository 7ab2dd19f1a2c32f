/** As much of the schema of SARIF 2.1.0 as a log of findings needs, written from the standard; nothing else may stand there. */
const object = (properties: Readonly<Record<string, object>>, required: readonly string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const text = { type: 'string' };
const message = object({ text }, ['text']);
const help = object({ text, markdown: text }, ['text']);
const line = { type: 'integer', minimum: 1 };
const count = { type: 'integer', minimum: 0 };
const artifactLocation = object({ uri: { type: 'string', pattern: '^[^ <>"\\\\^`{|}]+$' } }, ['uri']);
const region = object({ startLine: line, startColumn: line, endLine: line, endColumn: line }, ['startLine']);
const location = object({ physicalLocation: object({ artifactLocation, region }, ['artifactLocation']) }, []);
const replacement = object(
  {
    deletedRegion: object({ charOffset: count, charLength: count }, ['charOffset']),
    insertedContent: object({ text }, ['text']),
  },
  ['deletedRegion'],
);
const change = object({ artifactLocation, replacements: { type: 'array', minItems: 1, items: replacement } }, [
  'artifactLocation',
  'replacements',
]);
const result = object(
  {
    ruleId: text,
    ruleIndex: count,
    level: { enum: ['none', 'note', 'warning', 'error'] },
    message,
    locations: { type: 'array', items: location },
    relatedLocations: { type: 'array', items: location },
    partialFingerprints: { type: 'object', additionalProperties: text },
    fixes: {
      type: 'array',
      items: object({ description: message, artifactChanges: { type: 'array', minItems: 1, items: change } }, [
        'artifactChanges',
      ]),
    },
  },
  ['message'],
);
const rule = object({ id: text, shortDescription: message, help }, ['id']);
const driver = object({ name: text, semanticVersion: text, rules: { type: 'array', uniqueItems: true, items: rule } }, [
  'name',
]);
const run = object(
  {
    tool: object({ driver }, ['driver']),
    columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
    results: { type: 'array', items: result },
  },
  ['tool'],
);

export const SARIF = object({ $schema: text, version: { const: '2.1.0' }, runs: { type: 'array', items: run } }, [
  'version',
  'runs',
]);
