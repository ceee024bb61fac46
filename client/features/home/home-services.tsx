import { Link } from '@tanstack/react-router'
import { ArrowIcon } from '#client/components/icons.tsx'
import { Photo } from '#client/components/photo.tsx'
import { company } from '#shared/company.ts'
import { type Service, servicesBySlug } from '#shared/services.ts'
import { HomeSection } from './home-section.tsx'
import styles from './home-services.module.css'
import services from './services.svg'

/** services.svg has one view for each project type. */
const toViewId = (projectType: Service['projectType']) => `${services}#${projectType}`

export function HomeServices() {
  return (
    <HomeSection id="services" title="What We Do" lead={company.otherWork}>
      <ul className={styles.cards}>
        {[...servicesBySlug()].map(([slug, { name, text, projectType, photo, page }]) => (
          <li key={slug} className={styles.card}>
            {photo ? (
              <Photo photo={photo} sizes="(min-width: 75em) 16.5rem, 46vw" />
            ) : (
              <img src={toViewId(projectType)} width="360" height="200" alt="" loading="lazy" />
            )}
            <div className={styles.words}>
              <h3 className={styles.name}>
                <Link to="/estimate" search={{ type: projectType }} className={styles.link}>
                  {name}
                </Link>
              </h3>
              <p>{text}</p>
              <span className={styles.more} aria-hidden="true">
                Free estimate <ArrowIcon />
              </span>
              {page && (
                <Link reloadDocument to="/services/$slug" params={{ slug }} className={styles.about}>
                  More about {withinSentence(name)}
                </Link>
              )}
            </div>
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}

/** Leaves an abbreviation such as ADU as it is. */
function withinSentence(name: string): string {
  return name.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase())
}
