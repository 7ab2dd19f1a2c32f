/** A document that uses every column, key and word of the notation: the register of an allotment garden. */
export const garden = `# Specification: Allotment garden

## 1. What the product does and for whom

A club lets its plots.

- For: members, the committee
- Language: de
- Time zone: Pacific/Auckland

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/\` | Open plots | Plot where \`status != Closed\` | table: code, ward, fee | Member |
| \`/plots/new\` | New plot | Plot | form: code, ward, fee, soil | Keeper |
| \`/plots/:id\` | Plot | Plot | record | Member |
| \`/board\` | Board | Plot where \`status != Closed\` | board by status | Keeper |
| \`/figures\` | Figures | Plot | dashboard | Keeper |
| \`/house-rules\` | House rules | | page | Member |
| \`/by-fee\` | By fee | Plot | table: code, fee | Keeper |
| \`/dearest\` | Dearest | Plot | table: code, fee | Keeper |
| \`/latest\` | Latest | Plot | table: code | Keeper |
| \`/earliest\` | Earliest | Plot | table: code | Keeper |
| \`/people\` | People | Gardener | table: name, email, roles | Keeper |
| \`/people/new\` | New gardener | Gardener | form: name, email, roles | Keeper |
| \`/tools\` | Shed | Tool | list | Member |

### Open plots

- Actions: request
- When empty: Every plot is let.

### House rules

Water in the evening.

### By fee

- Sort: fee

### Dearest

- Sort: -fee

### Latest

- Sort: yard, newest first

### Earliest

- Sort: oldest first

### Figures

- Number: Plots, count
- Number: Takings, sum of fee
- Number: Usual fee, average of fee
- Number: Lowest fee, min of fee
- Number: Highest fee, max of fee
- Chart: Soils, bar, count by soil
- Chart: Fees, line, sum of fee by month of since

## 3. Entities and their fields

### Gardener

- Plural: Gardenfolk

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text(1..60) | yes | title, searchable |
| email | email | yes | unique, sign-in |
| roles | Roles | no | |

### Plot

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| yard | text | no | |
| code | text(1..10) | yes | title, "painted on the gate" |
| ward | text | no | searchable |
| number | integer | no | unique |
| tag | text | no | ignoring case |
| bed | text | no | fixed |
| soil | Clay, Sand, Loam | yes | default Clay |
| since | date | no | default \`today\` |
| fee | money(EUR) | yes | was cost |
| deposit | money(EUR) | | = \`fee * 2\` |
| crops | list of Crop | no | at most MOST_CROPS |
| keeper | Gardener | yes | default \`me\` |
| holder | Gardener | no | on delete: clear |
| grantedAt | date and time | | set by the product |
| reason | text(..80) | no | asked on revoke |
| remark | text(..80) | no | asked on revoke |

### Crop

- Belongs to: Plot
- plant: text(1..40), required, title

### Tool

- Was: Implement

| Attribute | Data type | Mandatory | Remarks |
| --- | --- | --- | --- |
| label | text(2..20) | yes | title |
| story | long text(..60) | no | |
| lent | boolean | no | |
| care | Oil, Dry | no | |
| bought | date | no | |
| dueAt | date and time | no | |
| weight | decimal(5, 2) | no | |
| count | integer(1..9) | no | |
| price | money(EUR) | no | |
| contact | email | no | |
| manual | file(pdf) | no | |
| home | Plot | no | |
| grade | Role | no | |

## 4. States and transitions

### Plot: status

| From | Event | To | Who | Only if | Then | Error |
| --- | --- | --- | --- | --- | --- | --- |
| (new) | | Free | | | | |
| Free | request | Requested | Member | \`fee <= FEE_CEILING\` | holder = me; notify keeper | FEE_TOO_HIGH |
| Requested | grant | Granted | keeper | \`holder != me\` | grantedAt = now; call register | |
| Requested, Granted | revoke | Free | Keeper | | ask reason; ask remark (optional); holder = null | |
| Granted | close | Closed | Keeper | | | |
| Requested | after PATIENCE | Free | | | | |
| Granted | every PATIENCE | Granted | | | notify holder | |

- States: Requested, Free, Granted, Closed
- Final: Closed
- Editable in: Free

### Plot: water

| From | Event | To | Who | Only if |
| --- | --- | --- | --- | --- |
| Off | turn on | On | | |
| On | turn off | Off | Keeper | \`status == Free and keeper == me\` |

## 5. Validation rules

| Rule | On | Must hold | Error | At |
| --- | --- | --- | --- | --- |
| Dry end | Plot, close, request | \`water == Off\` | WATER_IS_ON | |
| No weeds | Plot | \`tag != "weed"\` | WEED | |
| Fair fee | Plot | \`fee <= TOP_FEE\` | FEE_UNFAIR | soil |

## 6. Roles and permissions

| Role | Description |
| --- | --- |
| Member | everyone who signs in |
| Keeper | gives out the plots |
| Treasurer | keeps the money |
| Auditor | looks on |

| | Member | Keeper | Treasurer | Auditor |
| --- | --- | --- | --- | --- |
| Plot: read | \`status != Closed\` | yes | | |
| Plot: create | no | yes | | |
| Plot: change | | yes | fee where \`soil == Clay\` | |
| Plot: delete | | yes | never | |
| Plot.ward: read | yes | yes | | |
| Plot.reason: read | not shown. | yes | | |
| Gardener: read | yes | | | yes |
| Gardener: create | | name, email, roles (any) | | |
| Gardener: change | | name, email, roles | | |
| Gardener: delete | | yes | | |
| Tool: read | yes | | | |
| Tool: create | | yes | | |
| Tool: change | | label, count | | |

## 7. The calls it makes

| Call | Method and path | Does | Sends | Gets | May fail with |
| --- | --- | --- | --- | --- | --- |
| plots | GET /api/beds | list Plot | filter, sort, page | page of Plot | |
| one plot | GET /api/beds/:id | read Plot | | Plot | |
| new plot | POST /api/beds | create Plot | yard, code, ward, number, tag, bed, soil, fee, crops | Plot | FEE_UNFAIR, WEED |
| change plot | PATCH /api/beds/:id | change Plot | ward, number, fee, soil, holder, bed | Plot | FEE_UNFAIR, WEED |
| drop plot | DELETE /api/beds/:id | delete Plot | | | |
| request | POST /api/beds/:id/ask | request Plot | | Plot | FEE_TOO_HIGH, WATER_IS_ON, WEED, FEE_UNFAIR |
| register | POST {REGISTRY}/entries | outside | \`{ "plot": code }\` | \`{ "entry": text }\` | REGISTRY_DOWN |

| Call | Method | Path | Does |
| --- | --- | --- | --- |
| tools | GET | /api/shed | list Tool |

## 8. The error catalogue

| Code | Status | Message | What to do |
| --- | --- | --- | --- |
| FEE_TOO_HIGH | 423 | Plots dearer than {FEE_CEILING} are let by the committee. | Write to the committee. |
| FEE_UNFAIR | 422 | Nobody pays that much. | Ask for less. |
| WEED | 422 | That is a weed. | Grow another plant. |
| WATER_IS_ON | 422 | The water is on. | Turn it off. |
| REGISTRY_DOWN | 502 | The registry did not answer. | It is tried again. |

## 9. Business constants and limits

| Name | Value | Why |
| --- | --- | --- |
| FEE_CEILING | 40 EUR | voted in spring |
| TOP_FEE | 80 EUR | |
| MOST_CROPS | 2 | |
| PATIENCE | 10 days | |
| REGISTRY | not shown. | |
| Page size | 4 | |
| Requests | 100 per minute per person | |
| Upload size | 3 kB | |

## Sample data

### Gardener

| name | email | roles |
| --- | --- | --- |
| Vera Holm | vera@example.com | Keeper |
| Tilo Brand | tilo@example.com | Treasurer |
| Mika Stern | mika@example.com | |
| Bo Lind | bo@example.com | Keeper, Treasurer |

### Plot

| yard | code | ward | fee | keeper | soil | status |
| --- | --- | --- | --- | --- | --- | --- |
| Mill | A1 | North | 30 EUR | Vera Holm | Clay | Free |
| Mill | B2 | South | 55 EUR | Vera Holm | Sand | Free |
| Mill | C3 | East | 20 EUR | Vera Holm | Clay | Granted |
| Mill | D4 | West | 35 EUR | Vera Holm | Loam | Closed |

### Tool

| label | price |
| --- | --- |
| Spade | 19.90 EUR |
`;
