import { Admin, Datagrid, type DataProvider, DateField, List, NumberField, Resource, TextField } from 'react-admin';
import { createRoot } from 'react-dom/client';

/** The same page of the same rows from the same server. Nothing but the list is asked for. */
const rows: Partial<DataProvider> = {
  getList: async () => {
    const answer = await fetch(new URLSearchParams(location.search).get('rows') ?? '');
    const { items, total } = await answer.json();
    return { data: items, total: total.count ?? total };
  },
};

const Entries = () => (
  <List perPage={50} sort={{ field: 'number', order: 'ASC' }}>
    <Datagrid>
      <TextField source="number" />
      <TextField source="account" />
      <NumberField source="amount" />
      <TextField source="reason" />
      <DateField source="due" />
      <TextField source="remark" />
    </Datagrid>
  </List>
);

createRoot(document.getElementById('root') as HTMLElement).render(
  <Admin dataProvider={rows as DataProvider} disableTelemetry>
    <Resource name="entries" list={Entries} />
  </Admin>,
);
