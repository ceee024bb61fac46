import { Link } from '@tanstack/react-router'
import { buttonClass } from '#client/components/button-class.ts'
import { ArrowIcon, ClockIcon, ShieldIcon, StarIcon } from '#client/components/icons.tsx'
import { OutsideLink } from '#client/components/outside-link.tsx'
import { Photo } from '#client/components/photo.tsx'
import { company, isShown, licenseLine } from '#shared/company.ts'
import styles from './home-hero.module.css'
import { portfolioId } from './home-projects.tsx'

const { claims, headline, heroPhoto, lead, license, socialProfile } = company

const badges = [
  isShown(claims.licensed)
    ? { Icon: ShieldIcon, text: claims.licensed.sentence, number: `#${license.number}` }
    : { Icon: ShieldIcon, text: licenseLine },
  ...(isShown(claims.rating) ? [{ Icon: StarIcon, text: claims.rating.sentence }] : []),
  ...(isShown(claims.response) ? [{ Icon: ClockIcon, text: claims.response.sentence }] : []),
]

/** Less than its width on phones, so that a slow network brings it hardly later than the text. */
const photoSizes = '(min-width: 62em) 44vw, 60vw'

export function HomeHero() {
  return (
    <section className={styles.hero}>
      <div className={styles.content}>
        <h1 className={styles.title}>
          <span>{headline[0]}</span> <span>{headline[1]}</span>
        </h1>
        <p className={styles.lead}>{lead}</p>
        <ul className={styles.badges}>
          {badges.map(({ Icon, text, number }) => (
            <li key={text}>
              <Icon />
              {text}
              {number && <small>{number}</small>}
            </li>
          ))}
        </ul>
        <div className={styles.actions}>
          <Link to="/estimate" className={buttonClass()}>
            Get a free consultation
            <ArrowIcon />
          </Link>
          <PortfolioLink />
        </div>
        {isShown(claims.consultation) && (
          <p className={styles.offer} data-keep-clear>
            {claims.consultation.sentence}.
          </p>
        )}
      </div>
      {heroPhoto ? (
        <div className={styles.photo}>
          <Photo photo={heroPhoto} sizes={photoSizes} first />
        </div>
      ) : (
        <div className={styles.city}>
          <div className={styles.skyline} />
          <div className={styles.houses} />
        </div>
      )}
    </section>
  )
}

function PortfolioLink() {
  if (socialProfile)
    return (
      <OutsideLink href={socialProfile} className={buttonClass('onNavy')}>
        See our portfolio
      </OutsideLink>
    )
  return company.projects.length === 0 ? null : (
    <a href={`#${portfolioId}`} className={buttonClass('onNavy')}>
      See our portfolio
    </a>
  )
}
