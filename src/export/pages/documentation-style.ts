/** The style of the page that documents the calls: light and dark, for phones too, without scripts. */
export const DOCUMENTATION_STYLE = `
:root { color-scheme: light dark; --text: #1c2024; --soft: #5f6870; --line: #dfe3e6; --back: #fff; --card: #f7f8f9; --accent: #0b62c4; --mark: #8a5a00; }
@media (prefers-color-scheme: dark) { :root { --text: #e8eaed; --soft: #a2abb3; --line: #343a40; --back: #16181b; --card: #1e2125; --accent: #7cb7ff; --mark: #e8b250; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 1rem/1.55 system-ui, sans-serif; }
main, header { max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.8rem; margin: 1rem 0 .25rem; } h2 { margin: 2.5rem 0 .5rem; font-size: 1.3rem; } h3 { margin: 1rem 0 .25rem; font-size: .95rem; color: var(--soft); }
a { color: var(--accent); }
p { margin: .4rem 0; } .soft { color: var(--soft); }
nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; }
details { border: 1px solid var(--line); border-radius: .5rem; background: var(--card); margin: .5rem 0; }
summary { cursor: pointer; padding: .6rem .8rem; display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline; }
summary:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.method { font: 600 .8rem ui-monospace, monospace; min-width: 4rem; color: var(--accent); }
.path { font: .95rem ui-monospace, monospace; overflow-wrap: anywhere; }
.assumed { color: var(--mark); font-size: .85rem; border: 1px solid currentColor; border-radius: 1rem; padding: 0 .5rem; }
.inside { padding: 0 .8rem .8rem; border-top: 1px solid var(--line); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: start; vertical-align: top; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line); }
code, pre { font: .85rem/1.45 ui-monospace, monospace; } pre { background: var(--back); border: 1px solid var(--line); border-radius: .4rem; padding: .6rem; overflow-x: auto; margin: .3rem 0; }
`;
