import { Link } from '@tanstack/react-router'
import { buttonClass } from '#client/components/button-class.ts'
import { ArrowIcon, ClockIcon, ShieldIcon, StarIcon } from '#client/components/icons.tsx'
import { company } from '#shared/company.ts'
import styles from './home-hero.module.css'

const { claims, headline } = company

const badges = [
  { Icon: ShieldIcon, text: claims.licensed.sentence },
  { Icon: StarIcon, text: claims.rating.sentence },
  { Icon: ClockIcon, text: claims.response.sentence },
] as const

export function HomeHero() {
  return (
    <section className={styles.hero}>
      <div className={styles.content}>
        <h1 className={styles.title}>
          <span>{headline[0]}</span> <span>{headline[1]}</span>
        </h1>
        <p className={styles.lead}>
          Kitchens and bathrooms, additions, offices and custom renovations: one contractor from the first drawing to
          the last coat of paint.
        </p>
        <ul className={styles.badges}>
          {badges.map(({ Icon, text }) => (
            <li key={text}>
              <Icon />
              {text}
            </li>
          ))}
        </ul>
        <div className={styles.actions}>
          <Link to="/estimate" className={buttonClass()}>
            Get a free consultation
            <ArrowIcon />
          </Link>
          <a
            href={company.socialProfile}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass('onNavy')}
            aria-label="See our portfolio (opens in a new tab)"
          >
            See our portfolio
          </a>
        </div>
        <p className={styles.offer}>{claims.consultation.sentence}.</p>
      </div>
      <div className={styles.city}>
        <div className={styles.skyline} />
        <div className={styles.houses} />
      </div>
    </section>
  )
}
