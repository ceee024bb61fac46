/** The site's colors (client/theme/variables.css). Text has a contrast of at least 4.5 (WCAG AA). */
export const palette = {
  page: '#faf6ee',
  paper: '#ffffff',
  box: '#f2ebde',
  navy: '#14213b',
  onNavy: '#f6efe2',
  onNavyQuiet: '#b9c2d4',
  amber: '#f0b44c',
  brick: '#ad4423',
  onBrick: '#ffffff',
  ink: '#17233b',
  quiet: '#56607a',
  link: '#9c3a1c',
  line: '#e3d9c8',
} as const

const dark = {
  page: '#0e1626',
  paper: '#172238',
  box: '#131d31',
  navy: '#121d33',
  brick: '#bb4c28',
  ink: '#ece7dc',
  quiet: '#a7b1c4',
  link: '#f2a182',
  line: '#2a3750',
} as const

/** The site's typefaces, where someone has them, or the system's: email programs load none. */
export const sans = "'Instrument Sans',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
export const display = "'Bricolage Grotesque',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** Outlook for Windows ignores `max-width` and `@media`, so it gets a fixed width. */
export const styleSheet = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
.paper{width:600px}
@media screen{.paper{width:100%!important}}
@media (max-width:520px){
.gutter{padding:0!important}
.paper{border-width:0!important;border-radius:0!important}
.inner{padding-left:20px!important;padding-right:20px!important}
.band{padding-left:20px!important;padding-right:20px!important}
.title{font-size:24px!important;line-height:29px!important}
.label,.value{display:block!important;width:auto!important}
.label{padding:9px 0 0!important}
.value{padding:0 0 9px!important;border-top:0!important}
.button,.button a{display:block!important;text-align:center!important}
.gap{display:block!important;height:12px!important}
.wide{width:100%!important}
}
@media (prefers-color-scheme:dark){
.page{background-color:${dark.page}!important}
.paper{background-color:${dark.paper}!important;border-color:${dark.line}!important}
.band{background-color:${dark.navy}!important}
.box{background-color:${dark.box}!important}
.ink{color:${dark.ink}!important}
.quiet{color:${dark.quiet}!important}
.link{color:${dark.link}!important}
.rule{border-color:${dark.line}!important}
.value{border-color:${dark.line}!important}
.button{background-color:${dark.brick}!important}
.button a{border-color:${dark.brick}!important}
.second{background-color:transparent!important}
}
`
