import type { LockedPackage } from './locked-packages.ts'
import type { Verdict } from './verdict.ts'

interface Component {
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly hashes?: readonly object[]
}

export interface Sbom {
  readonly bomFormat: string
  readonly specVersion: string
  readonly metadata: { readonly component: Component }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

/**
 * Reduces npm's SBOM of all packages to what production may install. npm's own `--omit dev` also leaves out packages
 * that both a runtime and a development package need. It names the product after its folder, too.
 */
export function keepRuntimePackages(sbom: Sbom, product: string, packages: readonly LockedPackage[]): Sbom {
  const wanted = new Set(packages.map(({ name, version }) => `${name}@${version}`))
  const { component } = sbom.metadata
  const refs = new Set([component['bom-ref'], ...wanted])
  return {
    ...sbom,
    metadata: { ...sbom.metadata, component: { ...component, name: product } },
    components: sbom.components.filter(({ name, version }) => wanted.has(`${name}@${version}`)),
    dependencies: sbom.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(each => refs.has(each)) })),
  }
}

/** Every package that production may install is there, with the hash by which it can be recognised. */
export function judgeSbom(sbom: Sbom, packages: readonly LockedPackage[]): Verdict {
  const listed = new Set(sbom.components.map(({ name, version }) => `${name}@${version}`))
  const missing = packages
    .map(({ name, version }) => `${name}@${version}`)
    .filter(each => !listed.has(each))
    .map(each => `${each} is missing`)
  const unhashed = sbom.components
    .filter(({ hashes = [] }) => hashes.length === 0)
    .map(({ name }) => `${name} has no hash`)
  return {
    summary: `${listed.size} packages, ${sbom.bomFormat} ${sbom.specVersion}`,
    defects: [...missing, ...unhashed],
  }
}
