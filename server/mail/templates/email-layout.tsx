import type { CSSProperties, ReactElement, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { company, licenseLine } from '#shared/company.ts'
import { display, palette, sans, styleSheet } from './email-style.ts'
import { safeText } from './safe-text.ts'

// Keeps inboxes from showing the body after a short preview.
const previewPadding = '\u034f\u200c\u00a0'.repeat(60)

const style = {
  page: { margin: 0, padding: 0, width: '100%', backgroundColor: palette.page },
  // `mso-hide` is for Outlook.
  preview: {
    display: 'none',
    maxHeight: 0,
    maxWidth: 0,
    overflow: 'hidden',
    opacity: 0,
    msoHide: 'all',
  } as CSSProperties,
  pageBackground: { backgroundColor: palette.page },
  pageCell: { padding: '28px 12px' },
  paper: {
    maxWidth: 600,
    backgroundColor: palette.paper,
    border: `1px solid ${palette.line}`,
    borderCollapse: 'separate',
    borderRadius: 14,
    overflow: 'hidden',
    textAlign: 'left',
    // A long word would make the whole email wider than a phone. Gmail knows the second one.
    overflowWrap: 'anywhere',
    wordBreak: 'break-word',
  },
  band: { padding: '20px 32px', backgroundColor: palette.navy },
  bar: { width: 5, backgroundColor: palette.amber, fontSize: 0, lineHeight: 0 },
  barCell: { paddingRight: 2, verticalAlign: 'bottom' },
  company: {
    paddingLeft: 12,
    fontFamily: display,
    fontSize: 20,
    lineHeight: '24px',
    fontWeight: 'bold',
    letterSpacing: -0.2,
    color: palette.onNavy,
  },
  serviceArea: {
    fontFamily: sans,
    fontSize: 14,
    lineHeight: '20px',
    fontWeight: 'normal',
    letterSpacing: 0,
    color: palette.onNavyQuiet,
  },
  body: { padding: '32px 32px 8px', fontFamily: sans, fontSize: 16, lineHeight: '25px', color: palette.ink },
  heading: {
    margin: '0 0 16px',
    fontFamily: display,
    fontSize: 28,
    lineHeight: '33px',
    fontWeight: 'bold',
    letterSpacing: -0.4,
    color: palette.ink,
  },
  footer: {
    padding: '20px 32px 26px',
    borderTop: `1px solid ${palette.line}`,
    fontFamily: sans,
    fontSize: 14,
    lineHeight: '21px',
    color: palette.quiet,
  },
  legalName: { color: palette.ink },
} satisfies Record<string, CSSProperties>

type EmailLayoutProps = {
  readonly subject: string
  readonly preview: string
  readonly heading: string
  readonly children: ReactNode
}

/** Outlook needs tables, and Gmail drops many style sheets. */
export function EmailLayout({ subject, preview, heading, children }: EmailLayoutProps) {
  return (
    <html lang="en" dir="ltr">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="x-apple-disable-message-reformatting" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style>{styleSheet}</style>
      </head>
      <body className="page" style={style.page}>
        <div style={style.preview}>
          {preview}
          {previewPadding}
        </div>
        <Table className="page" style={style.pageBackground}>
          <tr>
            <td className="gutter" align="center" style={style.pageCell}>
              <Table className="paper" style={style.paper}>
                <Header />
                <tr>
                  <td className="inner ink" style={style.body}>
                    <h1 className="ink title" style={style.heading}>
                      {heading}
                    </h1>
                    {children}
                  </td>
                </tr>
                <Footer />
              </Table>
            </td>
          </tr>
        </Table>
      </body>
    </html>
  )
}

/** The heights of the bars in the company's mark (client/public/favicon.svg). */
const skyline = [16, 24, 36, 28, 18]

function Header() {
  return (
    <tr>
      <td className="band" style={style.band}>
        <Table shrink>
          <tr>
            {skyline.map((height) => (
              <td key={height} style={style.barCell}>
                <div style={{ ...style.bar, height }} />
              </td>
            ))}
            <td style={style.company}>
              {company.name}
              <br />
              <span style={style.serviceArea}>{company.serviceArea}</span>
            </td>
          </tr>
        </Table>
      </td>
    </tr>
  )
}

function Footer() {
  const { legalName, address, phone, hours } = company
  return (
    <tr>
      <td className="inner quiet rule" style={style.footer}>
        <strong className="ink" style={style.legalName}>
          {legalName}
        </strong>
        <br />
        {address.street}, {address.city}, {address.region} {address.postalCode}
        <br />
        {phone.display}, {hours}
        <br />
        {licenseLine}
      </td>
    </tr>
  )
}

type TableProps = {
  readonly className?: string
  readonly style?: CSSProperties
  readonly shrink?: boolean
  readonly children: ReactNode
}

export function Table({ shrink = false, children, ...props }: TableProps) {
  return (
    <table
      {...props}
      role="presentation"
      {...(shrink ? {} : { width: '100%' })}
      cellPadding={0}
      cellSpacing={0}
      border={0}
    >
      <tbody>{children}</tbody>
    </table>
  )
}

/** No template can forget to remove deceptive characters. */
export function renderHtml(email: ReactElement): string {
  return safeText(`<!DOCTYPE html>${renderToStaticMarkup(email)}\n`)
}
