import { type CSSProperties, Fragment, type ReactNode } from 'react'
import type { CallLink } from './call-link.ts'
import { Table } from './email-layout.tsx'
import { display, palette } from './email-style.ts'
import type { Answer } from './estimate-answers.ts'
import { safeText } from './safe-text.ts'

const answerText = { borderTop: `1px solid ${palette.line}`, fontSize: 15, lineHeight: '23px' }
const answerLabel = { fontSize: 14, color: palette.quiet }
const button = {
  display: 'inline-block',
  padding: '13px 26px',
  border: `1px solid ${palette.brick}`,
  borderRadius: 8,
  fontSize: 16,
  lineHeight: '20px',
  fontWeight: 'bold',
  textDecoration: 'none',
}

const style = {
  paragraph: { margin: '0 0 18px' },
  smallPrint: { fontSize: 14, lineHeight: '21px', color: palette.quiet },
  sectionHeading: {
    margin: '28px 0 10px',
    fontFamily: display,
    fontSize: 20,
    lineHeight: '26px',
    fontWeight: 'bold',
    color: palette.ink,
  },
  alert: {
    margin: '0 0 18px',
    padding: '10px 16px',
    borderRadius: 8,
    backgroundColor: palette.brick,
    fontSize: 16,
    lineHeight: '24px',
    fontWeight: 'bold',
    color: palette.onBrick,
  },
  factBox: { margin: '0 0 24px', borderCollapse: 'separate', borderRadius: 8, backgroundColor: palette.box },
  factBoxCell: { padding: '13px 18px' },
  factLabel: {
    padding: '3px 12px 3px 0',
    width: 140,
    verticalAlign: 'top',
    fontSize: 14,
    lineHeight: '22px',
    color: palette.quiet,
  },
  factValue: {
    padding: '3px 0',
    verticalAlign: 'top',
    fontSize: 15,
    lineHeight: '22px',
    fontWeight: 'bold',
    color: palette.ink,
  },
  answers: { margin: '0 0 22px' },
  answerLabel: { padding: '9px 14px 9px 0', width: 170, verticalAlign: 'top', ...answerText, ...answerLabel },
  answerValue: { padding: '9px 0', verticalAlign: 'top', ...answerText, color: palette.ink },
  longAnswer: { padding: '10px 0', ...answerText, color: palette.ink },
  longAnswerLabel: answerLabel,
  buttonTable: { margin: '0 0 26px' },
  buttonCell: { borderRadius: 8, backgroundColor: palette.brick },
  button: { ...button, color: palette.onBrick },
  secondButton: { ...button, color: palette.link },
  buttonGap: { width: 12, fontSize: 0, lineHeight: 0 },
  secondButtonCell: { borderRadius: 8 },
  phoneLink: { color: palette.link, whiteSpace: 'nowrap' },
  urlLink: { color: palette.link, fontSize: 14, wordBreak: 'break-all' },
  textLink: { color: palette.link },
  links: { margin: '0 0 18px' },
  listedLink: { padding: '10px 0', borderTop: `1px solid ${palette.line}`, fontSize: 15, lineHeight: '22px' },
  listedTitle: { marginRight: 10, color: palette.link, fontSize: 16, fontWeight: 'bold' },
  // The number stays on one line, unless it is longer than a line.
  listedCall: { display: 'inline-block', padding: '2px 0', color: palette.link },
  listedDetail: { fontSize: 14, color: palette.quiet },
} satisfies Record<string, CSSProperties>

export function Paragraph({ children }: { readonly children: ReactNode }) {
  return <p style={style.paragraph}>{children}</p>
}

export function SmallPrint({ children }: { readonly children: ReactNode }) {
  return (
    <Paragraph>
      <span className="quiet" style={style.smallPrint}>
        {children}
      </span>
    </Paragraph>
  )
}

export function SectionHeading({ children }: { readonly children: ReactNode }) {
  return (
    <h2 className="ink" style={style.sectionHeading}>
      {children}
    </h2>
  )
}

export function Alert({ children }: { readonly children: ReactNode }) {
  return <p style={style.alert}>{children}</p>
}

export type Fact = { readonly label: string; readonly value: string }

export function FactBox({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <Table className="box" style={style.factBox}>
      <tr>
        <td style={style.factBoxCell}>
          <Table>
            {facts.map(({ label, value }) => (
              <tr key={label}>
                <td className="label quiet" width={140} style={style.factLabel}>
                  {label}
                </td>
                <td className="value ink" style={style.factValue}>
                  {value}
                </td>
              </tr>
            ))}
          </Table>
        </td>
      </tr>
    </Table>
  )
}

export function AnswerTable({ answers }: { readonly answers: readonly Answer[] }) {
  return (
    <Table style={style.answers}>
      {answers.map(({ label, value, long }) => {
        const Row = long ? LongAnswerRow : AnswerRow
        return (
          <Row key={label} label={label}>
            <Lines text={value} />
          </Row>
        )
      })}
    </Table>
  )
}

function AnswerRow({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <tr>
      <td className="label quiet rule" width={170} style={style.answerLabel}>
        {label}
      </td>
      <td className="value ink" style={style.answerValue}>
        {children}
      </td>
    </tr>
  )
}

function LongAnswerRow({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <tr>
      <td className="ink rule" colSpan={2} style={style.longAnswer}>
        <span className="quiet" style={style.longAnswerLabel}>
          {label}
        </span>
        <br />
        {children}
      </td>
    </tr>
  )
}

/** Many email programs ignore `white-space`. */
function Lines({ text }: { readonly text: string }) {
  return safeText(text)
    .split('\n')
    .map((line, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: rendered only once
      <Fragment key={index}>
        {index > 0 && <br />}
        {line}
      </Fragment>
    ))
}

type ButtonLinkProps = { readonly href: string; readonly call?: CallLink | undefined; readonly children: string }

/** With a number to call, that is the filled button before it. Outlook ignores the padding of links. */
export function ButtonLink({ href, call, children }: ButtonLinkProps) {
  const first = call ?? { href, text: children }
  return (
    <Table className="wide" shrink style={style.buttonTable}>
      <tr>
        <td className="button" style={style.buttonCell}>
          <a href={first.href} style={style.button}>
            {first.text}
          </a>
        </td>
        {call && (
          <>
            <td className="gap" style={style.buttonGap} />
            <td className="button second" style={style.secondButtonCell}>
              <a className="link" href={href} style={style.secondButton}>
                {children}
              </a>
            </td>
          </>
        )}
      </tr>
    </Table>
  )
}

export function PhoneLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <a className="link" href={href} style={style.phoneLink}>
      {children}
    </a>
  )
}

export function UrlLink({ href }: { readonly href: string }) {
  return (
    <a className="link" href={href} style={style.urlLink}>
      {href}
    </a>
  )
}

export function TextLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <a className="link" href={href} style={style.textLink}>
      {children}
    </a>
  )
}

export type ListedLink = {
  readonly href: string
  readonly title: string
  readonly call?: CallLink | undefined
  readonly details: readonly string[]
}

export function LinkList({ links }: { readonly links: readonly ListedLink[] }) {
  return (
    <Table style={style.links}>
      {links.map(({ href, title, call, details }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered only once
        <tr key={index}>
          <td className="rule" style={style.listedLink}>
            <a className="link" href={href} style={style.listedTitle}>
              {title}
            </a>
            {call && (
              <>
                {' '}
                <a className="link" href={call.href} style={style.listedCall}>
                  {call.text}
                </a>
              </>
            )}
            {details.map((detail) => (
              <Fragment key={detail}>
                <br />
                <span className="quiet" style={style.listedDetail}>
                  {detail}
                </span>
              </Fragment>
            ))}
          </td>
        </tr>
      ))}
    </Table>
  )
}
