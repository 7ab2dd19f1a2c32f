import { compile } from '../src/engine/compile/compile.ts';
import { createSamples } from '../src/engine/sample/load-samples.ts';
import { assume } from '../src/model/defaults/assume.ts';
import { readDocument } from '../src/notation/document/read-document.ts';
import { fresh, type World, worldOf } from './engine-world.ts';

export const ROOMS_NOW = Date.parse('2026-03-10T09:00:00Z');

/** Rooms and their bookings: two machines on one entity, a role that is never let in, fields on some rows only. */
export const ROOMS = `# Specification: Rooms

## 1. What the product does and for whom

People book rooms.

- Language: en
- Time zone: Europe/Berlin

## 3. Entities and their fields

### Guest

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text(1..40) | yes | title |
| login | email | yes | sign-in, unique |
| roles | Roles | no | |
| house | House | no | |

### House

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| warden | Guest | no | on delete: clear |

### Room

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title, unique |
| house | House | yes | |
| seats | integer(1..MOST_SEATS) | yes | |
| price | money(EUR) | yes | default 20 EUR |
| secret | text | no | |

### Booking

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title |
| room | Room | yes | |
| guest | Guest | yes | default \`me\`, fixed |
| from | date | yes | default \`today\` |
| nights | integer(1..30) | yes | |
| cost | money(EUR) | | = \`nights * room.price\` |
| why | text | no | asked on refuse |
| keyTo | Guest | no | asked on hand |
| __proto__ | text | no | |

## 4. States and transitions

### Booking: status

| From | Event | To | Who | Only if | Then | Error |
| --- | --- | --- | --- | --- | --- | --- |
| (new) | | Asked | | | notify room.house.warden | |
| Asked | accept | Accepted | room.house.warden | \`guest != me and nights <= 7\` | notify guest | TOO_LONG_STAY |
| Asked | accept | Checked | Keeper | \`nights > 7\` | | |
| Asked | refuse | Refused | room.house.warden, Keeper | | ask why; notify guest | |
| Accepted | end | Ended | | | why = null | |
| Asked | freeze | Frozen | not shown. | | | |

- Final: Ended
- Editable in: Asked, Accepted

### Booking: key

| From | Event | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| (new) | | Kept | | | |
| Kept | hand | Out | Keeper | \`status == Accepted\` | ask keyTo |
| Out | bring | Kept | keyTo | | keyTo = null |

- Editable in: Kept

## 5. Validation rules

| Rule | On | Must hold | Error |
| --- | --- | --- | --- |
| V1 | Booking | \`from >= today\` | IN_THE_PAST |
| V2 | Booking, accept | \`nights <= LONGEST\` | |
| V3 | Booking | \`cost <= 1000 EUR\` | |
| V4 | Booking, hand | \`keyTo != guest\` | |
| V5 | Room | \`seats > 0 or nothing == 1\` | |

## 6. Roles and permissions

- Visitor: everyone who signs in
- Keeper: keeps the keys
- Banned: lost the right

| | Visitor | Keeper | Banned |
| --- | --- | --- | --- |
| Guest: read | yes | yes | |
| Guest: change | | name, house, roles | |
| Guest: delete | | yes | |
| House: read | yes | | |
| House: delete | | yes | |
| Room: read | yes | yes | |
| Room: create | | yes | |
| Room: change | | yes | |
| Room: delete | | yes | |
| Room.secret: read | \`house.warden == me\` | no | |
| Booking: read | \`guest == me or room.house.warden == me\` | yes | never |
| Booking: create | \`nights < 20\` | | |
| Booking: change | title, nights where \`guest == me\` | room | never |
| Booking.title: change | yes | | never |
| Booking.room: change | no | \`nights < 10\` | |

## 8. The error catalogue

| Code | Status | Message | What to do |
| --- | --- | --- | --- |
| TOO_LONG_STAY | 409 | {event} needs {condition}. | Ask a keeper. |
| IN_THE_PAST | 422 | It begins before today. | |
| REQUIRED | 422 | Say the {field}. | |

## 9. Business constants and limits

| Name | Value | Why |
| --- | --- | --- |
| LONGEST | not shown. | |
| MOST_SEATS | 100 | |

## Sample data

### Guest

| name | login | roles | house |
| --- | --- | --- | --- |
| Wanda | wanda@example.com | | North |
| Gus | gus@example.com | | |
| Kim | kim@example.com | Keeper | |
| Bob | bob@example.com | Keeper, Banned | |

### House

| name | warden |
| --- | --- |
| North | Wanda |
| South | |

### Room

| name | house | seats | price | secret |
| --- | --- | --- | --- | --- |
| Attic | North | 2 | 25 EUR | the code is 7 |
| Cellar | South | 4 | 10.50 EUR | a mouse lives here |

### Booking

| title | room | guest | from | nights | status |
| --- | --- | --- | --- | --- | --- |
| Short | Attic | Gus | today + 2 days | 3 | Asked |
| Long | Attic | Gus | today + 2 days | 10 | Asked |
| Own | Attic | Wanda | today | 2 | Asked |
`;

/** The document of rooms with its sample data. */
export function rooms(edit: (text: string) => string = (same) => same): World {
  const app = compile(assume(readDocument(edit(ROOMS)).model), 'rooms-1');
  const samples = createSamples(app, ROOMS_NOW, fresh);
  return worldOf(app, ROOMS_NOW, samples.rows);
}
