import { readableValuesFor } from '../../engine/answer/allowed-actions.ts';
import { mayEnterField } from '../../engine/visible-model/fillable-fields.ts';
import type { FileValue, Value } from '../../fields/text/value.ts';
import { isFile, isFiles } from '../../fields/types/file.ts';
import { isRows } from '../../fields/types/list.ts';
import { loadRecord } from '../api/read-record.ts';
import { fileAnswer, receiveFile, wrongFile } from '../api/stored-files.ts';
import { jsonAnswer, standardAnswer } from '../http/answer.ts';
import { readQuery } from '../http/query-parameters.ts';
import { param, type RequestContext } from '../runtime/request-context.ts';

/**
 * `POST /_/files?entity=&field=&name=`: uploads a file, as the body or as the only file of a form
 * (`multipart/form-data`), whose file name counts unless `name` is given. The response is the value to send for the
 * field, within a day. Only the uploader may attach it; a guest's upload may be attached by any guest who has the
 * value. The principal must have a role that may fill in the field. The size is checked while streaming, the format by
 * the bytes.
 */
export async function postFile(context: RequestContext): Promise<Response> {
  const { principal } = context;
  const query = readQuery(context, ['entity', 'field', 'name']);
  if (query instanceof Response) return query;
  const { compiled } = context.version;
  const entity = query.get('entity') ?? '';
  const attribute = compiled.schema.entities.get(entity)?.attributes.get(query.get('field') ?? '');
  if (attribute?.type.kind !== 'file' || !mayEnterField(compiled, principal, entity, attribute.name))
    return principal.row === null
      ? standardAnswer(context, 'NOT_SIGNED_IN')
      : standardAnswer(context, 'NOT_FOUND', { entity: 'field' });
  const uploaded = await receiveFile(context, attribute, attribute.type, query.get('name') ?? null);
  if (uploaded instanceof Response) return uploaded;
  if ('problem' in uploaded) return wrongFile(context, attribute, uploaded);
  return jsonAnswer(context, uploaded, { status: 201 });
}

/**
 * `GET /_/files/:entity/:id/:field`: downloads a file that the principal may read. `/:line/:inner` follows for a file
 * of a line, and `/:file` at the end for one of several files.
 */
export async function getFile(context: RequestContext): Promise<Response> {
  const { version, principal, now } = context;
  const entity = param(context, 'entity');
  const loaded = await loadRecord(context, entity, param(context, 'id'));
  if ('refused' in loaded) return loaded.refused;
  const values = readableValuesFor(version.compiled, principal, loaded.row, loaded.facts, now);
  const value = fileIn(context, values?.[param(context, 'field')] ?? null);
  if (value === null) return standardAnswer(context, 'NOT_FOUND', { entity: 'file' });
  return fileAnswer(context, value);
}

function fileIn(context: RequestContext, value: Value): FileValue | null {
  const line =
    context.params.has('line') && isRows(value) ? value.find(({ id }) => id === param(context, 'line')) : null;
  const found = context.params.has('line') ? (line?.values[param(context, 'inner')] ?? null) : value;
  if (!context.params.has('file')) return isFile(found) ? found : null;
  return isFiles(found) ? (found.find(({ file }) => file === param(context, 'file')) ?? null) : null;
}
