import { inPageLanguage } from '../languages/translation.ts';
import type { Worded } from '../platform/worded.ts';

/** What inputs themselves say. */
export const english = {
  none: 'None',
  choose: 'Choose …',
  clear: 'Clear',
  empty: 'Empty',
  /** Of a field without a type; the line is told in development. */
  never: (line: number | undefined) =>
    `The document does not say of what type it is, so nobody can enter it yet${line === undefined ? '' : `: line ${line}`}.`,
  notShown: 'not shown',
  requiredNotShown: 'Whether it is required is not shown.',
  yes: 'Yes',
  no: 'No',
  /** Of a reference's entity. */
  search: (entity: string) => `Search ${entity.toLowerCase()} …`,
  narrow: 'More match. Type to narrow.',
  labelsFailed: 'The list could not be loaded.',
  newTab: 'opens in a new tab',
  unnamed: 'Not to be named here',
  time: (zone: string) => `Time in ${zone.replaceAll('_', ' ')}`,
  openCalendar: 'Calendar',
  /** What is to be written in the place of text that is no value. */
  enter: (expected: string) => `Enter ${expected}.`,
  /** Of a value that is stored and never given out. */
  secret: {
    kept: 'Stored, and never shown.',
    replace: 'Replace …',
    replaceIt: (label: string) => `Replace ${label} …`,
    keep: 'Keep what is stored',
    keepIt: (label: string) => `Keep what is stored: ${label}`,
  },
  lines: {
    add: (entity: string) => `Add ${entity.toLowerCase()}`,
    remove: (entity: string, position: number) => `Remove ${entity.toLowerCase()} ${position}`,
    up: (entity: string, position: number) => `Move ${entity.toLowerCase()} ${position} up`,
    down: (entity: string, position: number) => `Move ${entity.toLowerCase()} ${position} down`,
    cell: (label: string, entity: string, position: number) => `${label}, ${entity.toLowerCase()} ${position}`,
    none: (plural: string) => `No ${plural.toLowerCase()} yet.`,
    actions: 'Order and remove',
    added: (entity: string, count: number) => `${entity} ${count} added.`,
    removed: (entity: string, count: number) => `${entity} removed. ${count} left.`,
    moved: (entity: string, position: number) => `${entity} moved to place ${position}.`,
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
    /** Of the field. */
    addTo: (label: string) => `Add to ${label}`,
    remove: (title: string) => `Remove ${title}`,
    up: (title: string) => `Move ${title} up`,
    down: (title: string) => `Move ${title} down`,
    added: (title: string) => `${title} added.`,
    removed: (title: string) => `${title} removed.`,
  },
  file: {
    partMissing: 'A part of this page could not be loaded.',
    chooseSeveral: 'Choose files',
    addMore: 'Add files',
    dropSeveral: 'or drop them here',
    removed: (name: string) => `${name} is removed.`,
    stopOf: (name: string) => `Stop uploading ${name}`,
    tryAgainOf: (name: string) => `Try ${name} again`,
    dismiss: 'Leave it out',
    dismissOf: (name: string) => `Leave ${name} out`,
    choose: 'Choose a file',
    replace: 'Replace',
    drop: 'or drop it here',
    dropNow: 'Drop it to upload',
    remove: (name: string) => `Remove ${name}`,
    uploading: (name: string) => `Uploading ${name}`,
    uploaded: (name: string) => `${name} is uploaded.`,
    stop: 'Stop',
    tryAgain: 'Try again',
    takes: (kinds: string, size: string) =>
      [kinds, size === '' ? '' : `at most ${size}`].filter((part) => part !== '').join(', '),
    wrongKind: (name: string, kinds: string) => `“${name}” is no ${kinds} file.`,
    wrongKindNext: (kinds: string) => `Choose a file that ends in ${kinds}.`,
    tooBig: (name: string, size: string, most: string) => `“${name}” has ${size}; at most ${most} are taken.`,
    tooBigNext: 'Choose a smaller file, or make this one smaller.',
    several: 'One file at a time: the first was taken.',
  },
} as const;

export const inputTexts: Worded<typeof english> = inPageLanguage('inputs', english);
