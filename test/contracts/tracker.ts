/** A contract with filters and pages of each kind. */
export const tracker = `# Specification: Tracker

## 3. Entities and their fields

### Person

- name: text(1..80), required, title
- email: email, required, unique, sign-in
- role: Role

### Milestone

- code: text, unique, required, title

### Issue

- number: number series(A-0)
- title: text, required, title
- kind: one of bug, idea
- creator: Person
- assignee: Person
- milestone: Milestone
- labels: list of text
- fans: set of Person
- votes: integer
- secret: text
- hidden: integer
- note: text

## 4. States and transitions

### Issue: status

| From | Event | To |
| --- | --- | --- |
| (new) | | Open |
| Open | close | Closed |

## 6. Roles and permissions

- Owner: sees everything
- Reader: everyone who signs in

| | Owner | Reader |
| --- | --- | --- |
| Person: read, create | yes | yes |
| Milestone: read | yes | yes |
| Issue: read | yes | yes |
| Issue.secret: read | yes | |
| Issue.hidden: read | yes | |
| Issue.note: read | yes | \`creator == me\` |
| Issue: create, change, close | yes | yes |

## 7. The calls it makes

| Call | Method and path | Does | Gets |
| --- | --- | --- | --- |
| issues | GET /issues | list Issue | [Listed] |
| issue | GET /issues/:number | read Issue | Listed |
| milestone | GET /milestones/:code | read Milestone | code |
| open | GET /open | list Issue | [Listed] |
| by offset | GET /by/offset | list Issue | \`{ "count": total, "next": next url, "previous": previous url, "results": [Listed] }\` |
| by page | GET /by/page | list Issue | \`{ "data": [Listed], "meta": { "page": page, "pages": pages, "size": limit, "more": has more } }\` |
| by id | GET /by/id | list Issue | \`{ "object": "list", "data": [Listed], "has_more": has more, "first": first id, "last": last id }\` |
| by cursor | GET /by/cursor | list Issue | \`{ "data": [Listed], "cursor": next }\` |
| all | GET /all | list Issue | [Listed] |
| whole | GET /whole | list Issue | page of Issue |

### issues

| Parameter | Filters by | Type | Default | Notes |
| --- | --- | --- | --- | --- |
| state=open | \`status == Open\` | | yes | |
| state=closed | \`status == Closed\` | | | |
| state=all | everything | | | |
| kind=bug | \`kind == bug\` | | | others ignored |
| creator | creator.name | | | The name of the author. |
| label | labels | | | |
| labels | labels | | | several |
| every | labels | | | all of several |
| fan | fans.name | | | |
| milestone | | | | |
| assignee | | | | |
| votes | | | | |
| q | \`title.contains(value)\` | | | |
| min | \`votes >= value\` | integer | | |
| since | \`createdAt >= value\` | date and time | | |
| starred | \`(count(fans) > 0) == value\` | boolean | | |
| secret | | | | |
| note | | | | |
| sort=title | orders by title | | | |
| sort=votes | orders by votes | | | |
| sort=hidden | orders by hidden | | | |
| direction=asc | ascending | | | |
| direction=desc | descending | | | |

### issue

- Unknown parameters: ignored

### open

- Unknown parameters: ignored
- Paging: none

### by offset

- Paging: offset offset, limit
- Page size: 2
- Largest page: 3
- Sort: title

### by page

- Paging: page page, per_page
- Page size: 3
- Largest page: 3, cut
- Sort: title
- Headers: Link, X-Total-Count = total

### by id

- Paging: after starting_after, before ending_before, limit
- Sort: title

### by cursor

- Paging: cursor cursor
- Page size: 3
- Sort: -title

### all

- Paging: none
- Sort: title

### whole

- Paging: page p from 0, size
- Sort: title

### Shape: Listed

- Of: Issue

| Member | Value |
| --- | --- |
| id | |
| title | |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ada | ada@example.com | Owner |
| Ben | ben@example.com | |

### Milestone

| code |
| --- |
| v1 |

### Issue

| title | kind | creator | assignee | milestone | labels | fans | votes | secret | note | status |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
| Alpha | bug | Ada | Ada | v1 | ui, core | Ada, Ben | 1 | x | mine | Open |
| Beta | idea | Ben | Ben | | ui | | 3 | y | mine | Open |
| Gamma | idea | Ada | Ben | | core | | 7 | x | other | Closed |
| Delta | idea | Ada | Ada | | api | | 9 | z | other | Open |
`;
