import { OutsideLink } from '#client/components/outside-link.tsx'
import { Photo } from '#client/components/photo.tsx'
import { company } from '#shared/company.ts'
import styles from './home-projects.module.css'
import { HomeSection } from './home-section.tsx'
import drawings from './portfolio.svg'

type Project = (typeof company.projects)[number]

/** The hero links here where the company has no profile elsewhere. */
export const portfolioId = 'portfolio'

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
      lead="The same rooms, before and after."
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
            <Plates project={project} />
            <h3 className={styles.name}>{project.name}</h3>
            <p className={styles.place}>{project.place}</p>
            <p className={styles.text}>{project.text}</p>
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}

function Plates({ project: { drawing, photos } }: { project: Project }) {
  return (
    <div className={styles.plates}>
      {(!photos || photos.before) && (
        <figure className={styles.before}>
          {photos?.before ? (
            <Photo photo={photos.before} sizes={sizes.before} />
          ) : (
            <img src={`${drawings}#${drawing}-before`} width="360" height="240" alt="" loading="lazy" />
          )}
          <figcaption>Before</figcaption>
        </figure>
      )}
      <figure className={styles.after}>
        {photos ? (
          <Photo photo={photos.after} sizes={sizes.after} />
        ) : (
          <img src={`${drawings}#${drawing}-after`} width="360" height="240" alt="" loading="lazy" />
        )}
        <figcaption>After</figcaption>
      </figure>
    </div>
  )
}
