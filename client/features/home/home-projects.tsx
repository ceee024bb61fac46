import { OutsideLink } from '#client/components/outside-link.tsx'
import { Photo } from '#client/components/photo.tsx'
import { company } from '#shared/company.ts'
import styles from './home-projects.module.css'
import { HomeSection } from './home-section.tsx'
import drawings from './portfolio.svg'

type Project = (typeof company.projects)[number]

/** The hero links here where the company has no profile elsewhere. */
export const portfolioId = 'portfolio'

const hasBefore = company.projects.every(({ photos }) => photos?.before)

/** These are the widths in rem of the photographs of the result and of the room before. */
const sizes = {
  after: '(min-width: 75em) 23rem, (min-width: 62em) 31vw, 55vw',
  before: '(min-width: 75em) 10rem, (min-width: 62em) 14vw, 40vw',
}

export function HomeProjects() {
  if (company.projects.length === 0) return null
  return (
    <HomeSection
      id={portfolioId}
      title="Recent work"
      lead={hasBefore ? 'The same rooms, before and after.' : 'A closer look at a few of our jobs.'}
      ground="sunken"
      aside={
        company.socialProfile && (
          <OutsideLink href={company.socialProfile} className={styles.more}>
            More of our work
          </OutsideLink>
        )
      }
    >
      <ul className={styles.projects}>
        {company.projects.map((project) => (
          <li key={project.name}>
            <Pictures {...project} />
            <div>
              <h3 className={styles.name}>{project.name}</h3>
              <p className={styles.place}>{project.place}</p>
              <p className={styles.text}>{project.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}

/** Only photographs can show what was done. A drawing says that it is one. */
function Pictures({ drawing, photos }: Project) {
  if (!photos)
    return (
      <figure className={styles.drawing}>
        <img src={`${drawings}#${drawing}`} width="360" height="240" alt={`Drawing of the ${drawing}`} loading="lazy" />
        <figcaption>Drawing</figcaption>
      </figure>
    )
  return (
    <div className={styles.plates}>
      {photos.before && (
        <figure className={styles.before}>
          <Photo photo={photos.before} sizes={sizes.before} />
          <figcaption>Before</figcaption>
        </figure>
      )}
      <figure className={styles.after}>
        <Photo photo={photos.after} sizes={sizes.after} />
        <figcaption>After</figcaption>
      </figure>
    </div>
  )
}
