export { ts as default } from '@ts-morph/common'
