import { StarIcon } from '#client/components/icons.tsx'
import { company } from '#shared/company.ts'
import styles from './home-proof.module.css'
import { HomeSection } from './home-section.tsx'

const { claims } = company

const statistics = [claims.projects, claims.rating, claims.onTime, claims.value]

const stars = [1, 2, 3, 4, 5] as const

export function HomeProof() {
  return (
    <HomeSection title="What it comes to" lead="Numbers first, then the people behind three of them.">
      <ul className={styles.statistics}>
        {statistics.map(({ figure, sentence }) => (
          <li key={sentence}>
            <strong>{figure}</strong>
            <span>{sentence.slice(figure.length)}</span>
          </li>
        ))}
      </ul>
      <ul className={styles.testimonials}>
        {company.testimonials.map(({ name, location, text, rating, projectValue }) => (
          <li key={name}>
            <figure className={styles.testimonial}>
              <div className={styles.rating} role="img" aria-label={`${rating} of 5 stars`}>
                {stars.slice(0, rating).map((star) => (
                  <StarIcon key={star} />
                ))}
              </div>
              <blockquote className={styles.text}>
                <p>{text}</p>
              </blockquote>
              <figcaption className={styles.client}>
                <span>
                  <strong>{name}</strong>
                  {location}
                </span>
                <span className={styles.value}>
                  Project value <strong>{projectValue}</strong>
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}
