/** The page's style: both themes as the system has them, from a phone's width on. */
export const docsStyle = `:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
*{box-sizing:border-box}
body{margin:0 auto;padding:24px 16px;max-width:60rem;background:light-dark(#f5f7f9,#0b1016);color:light-dark(#17202b,#ebeff4);overflow-wrap:anywhere}
h1{font-size:1.75rem}
h2{font-size:1.375rem;margin:40px 0 8px}
h3{font-size:1.0625rem;margin:0 0 8px}
nav h3{margin:16px 0 0}
h4{font-size:.9375rem;margin:16px 0 4px}
p{margin:8px 0}
a{color:light-dark(#2256bb,#8bb9fd)}
nav ul{list-style:none;padding:0;margin:0}
nav li a{display:inline-block;padding:4px 0;min-height:32px}
article{background:light-dark(#fff,#151a21);border:1px solid light-dark(#d8dde2,#2f3640);border-radius:12px;padding:16px;margin:16px 0}
article:target{border-color:light-dark(#2256bb,#8bb9fd)}
h3 b,nav b{color:light-dark(#1c6b3a,#7ddba0)}
dl{margin:8px 0}
dl>div{display:grid;grid-template-columns:minmax(6rem,14rem) minmax(0,1fr);gap:4px 16px;padding:6px 0;border-top:1px solid light-dark(#e6eaee,#232a33)}
dt{font-family:ui-monospace,monospace;font-size:.875rem}
dd{margin:0;color:light-dark(#3c4653,#bcc4ce)}
code,pre{font-family:ui-monospace,monospace;font-size:.875rem}
pre{white-space:pre-wrap;background:light-dark(#eef1f4,#0b1016);border-radius:8px;padding:12px;margin:8px 0}
summary{cursor:pointer;padding:4px 0}
@media (max-width:36rem){dl>div{grid-template-columns:minmax(0,1fr)}}
`;
