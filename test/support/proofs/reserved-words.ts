const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Keywords of SQLite and of PostgreSQL (as `pg_get_keywords()` lists them), and names of their own tables and columns. */
export const SQL_WORDS: readonly string[] = words(`
_rowid_ abort absolute access action add admin after aggregate all also alter always analyse analyze and any
array as asc asensitive assertion assignment asymmetric at atomic attach attribute authorization autoincrement
backward before begin between bigint binary bit boolean both breadth by cache call called cascade cascaded case
cast catalog chain char character characteristics check checkpoint class close cluster coalesce collate
collation column columns comment comments commit committed compression concurrently configuration conflict
connection constraint constraints content continue conversion copy cost create cross csv ctid cube current
current_catalog current_date current_role current_schema current_time current_timestamp current_user cursor
cycle data database day deallocate dec decimal declare default defaults deferrable deferred definer delete
delimiter delimiters depends depth desc detach dictionary disable discard distinct do document domain double
drop each else enable encoding encrypted end enum escape event except exclude excluding exclusive execute exists
explain expression extension external extract fail false family fetch filter finalize first float following for
force foreign forward freeze from full function functions generated glob global grant granted greatest group
grouping groups handler having header hold hour identity if ignore ilike immediate immutable implicit import in
include including increment index indexed indexes information_schema inherit inherits initially inline inner
inout input insensitive insert instead int integer intersect interval into invoker is isnull isolation join key
label language large last lateral leading leakproof least left level like limit listen load local localtime
localtimestamp location lock locked logged mapping match matched materialized maxvalue merge method minute
minvalue mode month move name names national natural nchar new next nfc nfd nfkc nfkd no none normalize
normalized not nothing notify notnull nowait null nullif nulls numeric object of off offset oid oids old on only
operator option options or order ordinality others out outer over overlaps overlay overriding owned owner
parallel parameter parser partial partition passing password pg_catalog placing plan plans policy position
pragma preceding precision prepare prepared preserve primary prior privileges procedural procedure procedures
program public publication query quote raise range read real reassign recheck recursive ref references
referencing refresh regexp reindex relative release rename repeatable replace replica reset restart restrict
return returning returns revoke right role rollback rollup routine routines row rowid rows rule savepoint schema
schemas scroll search second security select sequence sequences serializable server session session_user set
setof sets share show similar simple skip smallint snapshot some sql sqlite_master sqlite_sequence stable
standalone start statement statistics stdin stdout storage stored strict strip subscription substring support
symmetric sysid system table tableoid tables tablesample tablespace temp template temporary text then ties time
timestamp to trailing transaction transform treat trigger trim true truncate trusted type types uescape
unbounded uncommitted unencrypted union unique unknown unlisten unlogged until update user using vacuum valid
validate validator value values varchar variadic varying verbose version view views virtual volatile when where
whitespace window with within without work wrapper write xmin xml xmlattributes xmlconcat xmlelement xmlexists
xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable year yes zone
`);

/** Reserved words of JavaScript, its globals, and what every object and function has. */
export const SCRIPT_WORDS: readonly string[] = words(`
abstract arguments async await boolean break byte case catch char class const continue debugger default delete
do double else enum eval export extends false final finally float for function get goto if implements import in
instanceof int interface let long native new null of package private protected public return set short static
super switch synchronized this throw throws transient true try typeof undefined var void volatile while with
yield NaN Infinity Object Function Array Symbol Proxy Reflect Promise Map Set Date JSON Math globalThis window
document self process require module exports length caller callee prototype constructor __proto__
__defineGetter__ __defineSetter__ __lookupGetter__ hasOwnProperty isPrototypeOf propertyIsEnumerable
toLocaleString toString toJSON valueOf then
`);

/** Elements and attributes of HTML. */
export const HTML_WORDS: readonly string[] = words(`
a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption cite code col
colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure footer form h1 h6
head header hgroup hr html i iframe img input ins kbd label legend li link main map mark menu meta meter nav
noscript object ol optgroup option output p picture pre progress q rp rt ruby s samp script search section
select slot small source span strong style sub summary sup svg table tbody td template textarea tfoot th thead
time title tr track u ul var video wbr onclick onload href src srcdoc innerHTML
`);
