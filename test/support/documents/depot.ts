/** A depot where a keeper reads what a packer may not: references, fields of people, files, a dashboard. */
export const DEPOT = `# Specification: Depot

## 1. What the product does and for whom

Parcels are packed.

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/parcels\` | Parcels | Parcel | table | Packer, Keeper |
| \`/figures\` | Figures | Bill | dashboard | Keeper |
| \`/empty\` | Empty | Parcel | dashboard | Keeper |

### Figures

- Number: count of Bill

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in, unique |
| role | Role | no | |
| chief | Person | no | |

### Parcel

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title |
| packer | Person | yes | default \`me\` |
| photo | file(png) | no | |
| seal | file(png) | no | |
| proof | file(png) | no | asked on pack |
| items | list of Item | no | |

### Item

Belongs to Parcel.

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| what | text | yes | title |
| helper | Person | no | |
| print | file(png) | no | |

### Bill

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| number | text | yes | title |
| parcel | Parcel | yes | |
| scan | file(png) | no | |

### Label

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| code | text | yes | title |
| parcel | Parcel | yes | |

## 4. States and transitions

### Parcel: status

| From | Event | To | Who | Then |
| --- | --- | --- | --- | --- |
| (new) | | Open | | |
| Open | pack | Packed | Packer, Keeper | ask proof (optional); notify packer.chief |
| Packed | open | Open | Packer, Keeper | |

- Editable in: Open, Packed

## 6. Roles and permissions

- Packer: packs
- Keeper: keeps the books

| | Packer | Keeper |
| --- | --- | --- |
| Person: read | yes | yes |
| Person.chief: read | no | yes |
| Parcel: read | \`packer == me\` | yes |
| Parcel: create | yes | yes |
| Parcel: change | title, photo | yes |
| Parcel: delete | yes | yes |
| Bill: read | no | yes |
| Bill: create | no | yes |
| Label: read | yes | yes |
| Label: create | yes | yes |

## Sample data

### Person

| name | email | role | chief |
| --- | --- | --- | --- |
| Kim | kim@example.com | Keeper | |
| Pia | pia@example.com | Packer | |
| Pit | pit@example.com | Packer | |

### Parcel

| title | packer | status |
| --- | --- | --- |
| Billed | Pia | Open |
| Labelled | Pia | Open |
| Both | Pia | Open |

### Bill

| number | parcel |
| --- | --- |
| B1 | Billed |
| B2 | Both |

### Label

| code | parcel |
| --- | --- |
| L1 | Labelled |
| L2 | Both |
`;
