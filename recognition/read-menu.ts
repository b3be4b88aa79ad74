export { readGroup as readMenu } from './read-group.ts'
