import { Link } from '@tanstack/react-router'
import { buttonClass } from '#client/components/button-class.ts'
import { ArrowIcon, PhoneIcon } from '#client/components/icons.tsx'
import { company } from '#shared/company.ts'
import styles from './home-page.module.css'
import rowOfHouses from './row-of-houses.svg'

const facts = [
  { figure: '24 hours', text: 'until we contact you, guaranteed' },
  { figure: '15+ years', text: 'of building in New York City' },
  { figure: '500+', text: 'projects completed' },
  { figure: 'No hidden fees', text: 'in any of our estimates' },
] as const

export function HomePage() {
  return (
    <>
      <section className={styles.hero}>
        <div className={styles.content}>
          <p className={styles.eyebrow}>Licensed and insured in New York City</p>
          <h1 className={styles.title}>
            <span>Renovation done right.</span> <span>In every borough.</span>
          </h1>
          <p className={styles.lead}>
            Kitchens and bathrooms, additions, offices and custom renovations: one contractor from the first drawing to
            the last coat of paint.
          </p>
          <div className={styles.actions}>
            <Link to="/estimate" className={buttonClass()}>
              Get a free estimate
              <ArrowIcon />
            </Link>
            <a href={company.phone.href} className={buttonClass('onNavy')}>
              <PhoneIcon />
              {company.phone.display}
            </a>
          </div>
        </div>
        <img className={styles.houses} src={rowOfHouses} width="1200" height="220" alt="" />
      </section>
      <section className={styles.facts}>
        <h2 className={styles.factsTitle}>What we stand by</h2>
        <ul className={styles.list}>
          {facts.map(({ figure, text }) => (
            <li key={figure}>
              <strong>{figure}</strong>
              <span>{text}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
