import { inPageLanguage } from '../languages/translation.ts';
import type { Translated } from '../platform/worded.ts';

/** Texts of inputs. */
export const english = {
  none: 'None',
  choose: 'Choose …',
  clear: 'Clear',
  empty: 'Empty',
  /** Shown for a field without a type. The line number is known in development only. */
  noType: (line: number | undefined) =>
    `The document does not specify a type, so this field can’t be filled in yet${line === undefined ? '' : `: line ${line}`}.`,
  notShown: 'not shown',
  requiredNotShown: 'The document does not say whether this is required.',
  yes: 'Yes',
  no: 'No',
  /** `entity`: the entity that a reference refers to. */
  search: (entity: string) => `Search ${entity.toLowerCase()} …`,
  moreResults: 'More results. Keep typing to narrow them down.',
  labelsFailed: 'The list could not be loaded.',
  newTab: 'opens in a new tab',
  nameHidden: 'Name not available',
  time: (zone: string) => `Time in ${zone.replaceAll('_', ' ')}`,
  openCalendar: 'Calendar',
  /** Shown for text that is not a valid value; `expected` describes a valid one. */
  enter: (expected: string) => `Enter ${expected}.`,
  /** Texts of a write-only field, whose stored value is never sent to the client. */
  secret: {
    kept: 'Saved. The value is never shown.',
    replace: 'Replace …',
    replaceIt: (label: string) => `Replace ${label} …`,
    keep: 'Keep the saved value',
    keepIt: (label: string) => `Keep the saved value: ${label}`,
  },
  lines: {
    add: (entity: string) => `Add ${entity.toLowerCase()}`,
    remove: (entity: string, position: number) => `Remove ${entity.toLowerCase()} ${position}`,
    up: (entity: string, position: number) => `Move ${entity.toLowerCase()} ${position} up`,
    down: (entity: string, position: number) => `Move ${entity.toLowerCase()} ${position} down`,
    cell: (label: string, entity: string, position: number) => `${label}, ${entity.toLowerCase()} ${position}`,
    none: (plural: string) => `No ${plural.toLowerCase()} yet.`,
    actions: 'Reorder and remove',
    added: (entity: string, count: number) => `${entity} ${count} added.`,
    removed: (entity: string, count: number) => `${entity} removed. ${count} left.`,
    moved: (entity: string, position: number) => `${entity} moved to position ${position}.`,
    bounds: (least: number | null, most: number | null) =>
      least !== null && most !== null
        ? least === most
          ? `Exactly ${most}.`
          : `${least} to ${most}.`
        : most !== null
          ? `At most ${most}.`
          : least !== null && least > 1
            ? `At least ${least}.`
            : '',
  },
  records: {
    /** `label`: the label of the field. */
    addTo: (label: string) => `Add to ${label}`,
    remove: (title: string) => `Remove ${title}`,
    up: (title: string) => `Move ${title} up`,
    down: (title: string) => `Move ${title} down`,
    added: (title: string) => `${title} added.`,
    removed: (title: string) => `${title} removed.`,
  },
  file: {
    partMissing: 'Part of this page could not be loaded.',
    chooseSeveral: 'Choose files',
    addMore: 'Add files',
    dropSeveral: 'or drop them here',
    removed: (name: string) => `${name} removed.`,
    stopOf: (name: string) => `Stop uploading ${name}`,
    tryAgainOf: (name: string) => `Try ${name} again`,
    dismiss: 'Dismiss',
    dismissOf: (name: string) => `Dismiss ${name}`,
    choose: 'Choose a file',
    replace: 'Replace',
    drop: 'or drop it here',
    dropNow: 'Drop it to upload',
    remove: (name: string) => `Remove ${name}`,
    uploading: (name: string) => `Uploading ${name}`,
    uploaded: (name: string) => `${name} uploaded.`,
    stop: 'Stop',
    tryAgain: 'Try again',
    takes: (kinds: string, size: string) =>
      [kinds, size === '' ? '' : `at most ${size}`].filter((part) => part !== '').join(', '),
    wrongKind: (name: string, kinds: string) => `“${name}” is not a ${kinds} file.`,
    wrongKindNext: (kinds: string) => `Choose a file that ends in ${kinds}.`,
    tooBig: (name: string, size: string, most: string) => `“${name}” is too large (${size}). The limit is ${most}.`,
    tooBigNext: 'Choose a smaller file.',
    several: 'Only one file is allowed. The first one is used.',
  },
} as const;

export const inputTexts: Translated<typeof english> = inPageLanguage('inputs', english);
