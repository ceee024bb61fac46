/** Text has a contrast of at least 4.5 (WCAG AA). */
export const palette = {
  page: '#f1eee8',
  paper: '#ffffff',
  box: '#f7f4ee',
  navy: '#1c2b45',
  onNavy: '#ffffff',
  onNavyQuiet: '#c3ccdb',
  brick: '#a8432b',
  onBrick: '#ffffff',
  ink: '#20262e',
  quiet: '#5b6470',
  line: '#dedad2',
} as const

const dark = {
  page: '#11151b',
  paper: '#1b212a',
  box: '#232b36',
  ink: '#eceae5',
  quiet: '#aab3bf',
  line: '#36404d',
  button: '#33507f',
} as const

export const sans = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
export const serif = "Georgia,'Times New Roman',serif"

/** Outlook for Windows ignores `max-width` and `@media`, so it gets a fixed width. */
export const styleSheet = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
.paper{width:600px}
@media screen{.paper{width:100%!important}}
@media (max-width:520px){
.inner{padding-left:20px!important;padding-right:20px!important}
.band{padding-left:20px!important;padding-right:20px!important}
.label,.value{display:block!important;width:auto!important}
.label{padding:9px 0 0!important}
.value{padding:0 0 9px!important;border-top:0!important}
}
@media (prefers-color-scheme:dark){
.page{background-color:${dark.page}!important}
.paper{background-color:${dark.paper}!important;border-color:${dark.line}!important}
.box{background-color:${dark.box}!important}
.ink{color:${dark.ink}!important}
.quiet{color:${dark.quiet}!important}
.rule{border-color:${dark.line}!important}
.value{border-color:${dark.line}!important}
.button{background-color:${dark.button}!important}
.button a{border-color:${dark.button}!important}
}
`
