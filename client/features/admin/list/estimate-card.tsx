import { memo, type ReactNode, useId } from 'react'
import { MailIcon, MessageIcon, PhoneIcon } from '#client/components/icons.tsx'
import type { ListedEstimate } from '#client/lib/api.ts'
import { answerText } from '#shared/estimates/answers.ts'
import type { ListSearch } from '#shared/estimates/estimate-list.ts'
import { estimateFields } from '#shared/estimates/fields.ts'
import { shortPlace } from '#shared/estimates/short-place.ts'
import { formatDay } from '#shared/formatting.ts'
import { readPhoneNumber } from '#shared/phone-numbers.ts'
import { useBelow, useFrom } from '../layout/use-breakpoint.ts'
import { WorkChips } from '../layout/work-chips.tsx'
import { BestTimeBadge, EstimateBadges, PhotoCount } from '../ui/badges.tsx'
import { mailHref } from '../ui/contact-button.tsx'
import { type FactName, factLabel, factNames } from '../ui/estimate-facts.tsx'
import { EstimateTexts } from '../ui/estimate-texts.tsx'
import { factSeparator } from '../ui/project-summary.tsx'
import { reasonLabels } from '../ui/work-labels.ts'
import { EstimateLink, shortBudget } from './compact-line.tsx'
import styles from './estimate-card.module.css'
import list from './list.module.css'

type EstimateCardProps = { estimate: ListedEstimate; search: ListSearch }

export const EstimateCard = memo(function EstimateCard({ estimate, search }: EstimateCardProps) {
  const nameId = useId()
  return (
    <article aria-labelledby={nameId} className={`${styles.card} ${estimate.urgent ? list.urgent : ''}`}>
      <div className={styles.top}>
        <div className={styles.who}>
          <h3 id={nameId} className={styles.name}>
            <EstimateLink estimate={estimate} search={search} />
          </h3>
          <EstimateBadges {...estimate}>
            <WorkChips {...estimate} />
            <BestTimeBadge {...estimate} />
            <PhotoCount {...estimate} />
          </EstimateBadges>
        </div>
        {!estimate.erasedAt && <Contact {...estimate} />}
      </div>
      <CardFacts estimate={estimate} />
      <EstimateTexts estimate={estimate} heading="h4" clamped />
      {estimate.quarantineReasons.length > 0 && (
        <p className={styles.reasons}>
          <b>Possible spam:</b> {estimate.quarantineReasons.map((reason) => reasonLabels[reason]).join(' ')}
        </p>
      )}
    </article>
  )
})

/** On phones, the links are icons that are named by what they reach. */
function Contact({ email, phone }: Pick<ListedEstimate, 'email' | 'phone'>) {
  const number = phone ? readPhoneNumber(phone) : undefined
  return (
    <ul className={styles.contact}>
      <ContactItem icon={<MailIcon />} text={email || 'No email'} href={email === '' ? undefined : mailHref(email)} />
      {number && <ContactItem icon={<PhoneIcon />} {...number} />}
      {number?.textHref && <ContactItem icon={<MessageIcon />} text="Text" href={number.textHref} />}
    </ul>
  )
}

function ContactItem({ icon, text, href }: { icon: ReactNode; text: string; href?: string | undefined }) {
  const isPhone = useBelow('sm')
  return (
    <li>
      {href === undefined ? (
        <bdi>{text}</bdi>
      ) : (
        <a href={href}>
          {icon}
          <bdi className={isPhone ? 'unseen' : undefined}>{text}</bdi>
        </a>
      )}
    </li>
  )
}

/** Wide cards show each label above its value, narrow ones only those of vague values. Phones have short values. */
function CardFacts({ estimate }: { estimate: ListedEstimate }) {
  const isPhone = useBelow('sm')
  const day = formatDay(new Date(estimate.createdAt))
  return (
    <dl className={styles.facts}>
      {factNames.map((name, index) => {
        const text = (isPhone ? shortText : fullText)(estimate, name)
        return text && <Fact key={name} label={factLabel(name)} name={name} text={text} column={index + 1} />
      })}
      <Fact label="Submitted" name="submitted" column={factNames.length + 1} isLast text={day}>
        <time dateTime={estimate.createdAt}>{day}</time>
      </Fact>
    </dl>
  )
}

/** They do not say what they are about: “Other” is a type of project and of property. */
const vagueTexts = ['Other', 'Flexible']

type FactProps = {
  label: string
  name: string
  text: string
  /** Aligns the facts of wide cards, since some may be missing. */
  column: number
  isLast?: boolean
  children?: ReactNode
}

function Fact({ label, name, text, column, isLast = false, children = text }: FactProps) {
  const isWide = useFrom('lg')
  const isLabeled = isWide || vagueTexts.includes(text)
  return (
    <div className={styles[name]} style={{ gridColumn: column }}>
      <dt className={isLabeled ? undefined : 'unseen'}>{`${label}: `}</dt>
      <dd>
        <bdi>{children}</bdi>
        {!isWide && !isLast && <span aria-hidden="true">{factSeparator}</span>}
      </dd>
    </div>
  )
}

function fullText(estimate: ListedEstimate, name: FactName): string | null {
  const field = estimateFields[name]
  const text = answerText(estimate, name)
  return text && field.kind === 'number' ? `${text} ${field.unit}` : text
}

function shortText(estimate: ListedEstimate, name: FactName): string | null {
  if (name === 'location') return shortPlace(estimate.location)
  return name === 'budgetRange' ? shortBudget(estimate) : fullText(estimate, name)
}
