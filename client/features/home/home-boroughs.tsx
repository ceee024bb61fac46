import { Link } from '@tanstack/react-router'
import { buttonClass } from '#client/components/button-class.ts'
import { ArrowIcon } from '#client/components/icons.tsx'
import { company } from '#shared/company.ts'
import boroughs from './boroughs.svg'
import styles from './home-boroughs.module.css'
import { HomeSection } from './home-section.tsx'

/** boroughs.svg has one view for each borough. Without one, as for an area elsewhere, it shows a house. */
const toViewId = (name: string) => `${boroughs}#${name.toLowerCase().replaceAll(' ', '-')}`

export function HomeBoroughs() {
  if (company.boroughs.length === 0) return null
  return (
    <HomeSection
      title="We Know New York"
      lead={`Every borough builds differently. We know the walls, boards and inspectors ${company.boroughs.length === 5 ? 'of all five' : 'here'}.`}
      ground="navy"
    >
      <div className={styles.grid}>
        <ul className={styles.list}>
          {company.boroughs.map(({ name, text }) => (
            <li key={name}>
              <img src={toViewId(name)} width="72" height="72" alt="" loading="lazy" />
              <div>
                <h3 className={styles.name}>{name}</h3>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ul>
        <Link to="/estimate" className={`${buttonClass()} ${styles.action}`}>
          Let's Build Together
          <ArrowIcon />
        </Link>
      </div>
    </HomeSection>
  )
}
