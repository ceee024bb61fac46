import { Link } from '@tanstack/react-router'
import { ArrowIcon } from '#client/components/icons.tsx'
import { company } from '#shared/company.ts'
import addition from './addition.svg'
import bathroom from './bathroom.svg'
import { HomeSection } from './home-section.tsx'
import styles from './home-services.module.css'
import kitchen from './kitchen.svg'
import office from './office.svg'

type ProjectType = (typeof company.services)[number]['projectType']

const pictures: Record<ProjectType, string> = {
  'kitchen-remodel': kitchen,
  'bathroom-remodel': bathroom,
  'home-addition': addition,
  commercial: office,
}

export function HomeServices() {
  return (
    <HomeSection title="What We Do" lead={company.otherWork}>
      <ul className={styles.cards}>
        {company.services.map(({ name, text, projectType }) => (
          <li key={projectType} className={styles.card}>
            <img src={pictures[projectType]} width="360" height="200" alt="" loading="lazy" />
            <div className={styles.words}>
              <h3 className={styles.name}>
                <Link to="/estimate" search={{ type: projectType }} className={styles.link}>
                  {name}
                </Link>
              </h3>
              <p>{text}</p>
              <span className={styles.more} aria-hidden="true">
                Start an estimate <ArrowIcon />
              </span>
            </div>
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}
