import Testing

@testable import BenchmarkModel

/// The places that are found in readings of a guest, a bare machine and made-up machines.
@Suite struct PlaceTests {
  private func readings(_ distances: [Double], sharing: Double = 1.0) -> [PlaceReading] {
    distances.map { PlaceReading(distanceNanoseconds: $0, sharing: sharing) }
  }

  private func places(
    _ distances: [Double], sharing: Double = 1.0, crowding: Double? = 1.0
  ) -> [Place] {
    readings(distances, sharing: sharing).compactMap {
      TrialWitness(crowding: crowding, place: $0, state: .quiet).readPlace
    }
  }

  private func text(_ readings: [Place]) -> [String] {
    Place.separate(readings).map(\.place.text)
  }

  @Test func `a guest on a shared host has three places`() {
    // Two CPUs of a guest on a shared EPYC had these distances (ns) and sharings within 20 seconds.
    let guest =
      places([33.1, 40.3, 38.8, 34.6, 50.8, 30.5, 46.1, 37.3, 45.6], sharing: 0.98)
      + places([167.0, 164.7, 152.7, 148.2, 156.5], sharing: 1.01)
      + places([26.3, 27.3, 28.5, 29.1, 27.8, 28.3, 28.6], sharing: 1.23)
    #expect(text(guest) == ["own-cores 39 ns", "own-cores 157 ns", "siblings 28 ns"])
    for reading in guest {
      #expect(Place.separate(guest).count { $0.holds(reading) } == 1)
    }
  }

  @Test func `a bare machine has one place`() {
    #expect(text(places([61, 62, 61.5, 60.8, 75])) == ["own-cores 62 ns"])
    #expect(text(places([9.1, 9.3], sharing: 1.9)) == ["siblings 9 ns"])
    #expect(text([]).isEmpty)
  }

  @Test func `sorted distances are divided where the ratio of two successive ones is above 1.6`() {
    #expect(text(places([20, 32])) == ["own-cores 32 ns"])
    #expect(text(places([20, 32.1])) == ["own-cores 20 ns", "own-cores 32 ns"])
    #expect(text(places([200, 25, 80, 26])).count == 3)
  }

  @Test
  func `a stray reading belongs to the place that is nearer by ratio, and joins no two places`() {
    let near = (0..<300).map { 25 + Double($0 % 30) }
    let far = (0..<100).map { 130 + Double($0 % 40) }
    let separated = Place.separate(places(near + far + [86]))
    #expect(separated.map(\.place.text) == ["own-cores 40 ns", "own-cores 146 ns"])
    #expect(separated[1].distances.lowerBound == 86)
    // As many readings of 86 ns as of the nearer place are no strays: they join the places.
    #expect(text(places(near + far + near.map { _ in 86 })).count == 1)
  }

  @Test
  func `the place found is nearest to the wanted distance, or the least distant if none is wanted`()
    throws
  {
    let places = [40, 62.0].map { Place(kind: .ownCores, distanceNanoseconds: $0) }
    #expect(try #require(WantedPlace("own-cores 55ns")).nearest(of: places) == places[1])
    #expect(try #require(WantedPlace("own-cores")).nearest(of: places) == places[0])
    #expect(try #require(WantedPlace("siblings")).nearest(of: places) == nil)
  }

  @Test func `the order of readings changes nothing`() {
    let mixed = places([150, 25, 30, 160, 28]) + places([27], sharing: 1.3)
    #expect(Place.separate(mixed) == Place.separate(mixed.reversed()))
  }

  @Test func `a sharing at the bound counts as own cores`() {
    #expect(places([25], sharing: PlaceRule.largestSharing)[0].kind == .ownCores)
    #expect(places([25], sharing: 1.13)[0].kind == .siblings)
  }

  @Test func `a neighbour on a core makes a separate place, except for siblings`() {
    #expect(places([25], crowding: PlaceRule.largestCrowding)[0].kind == .ownCores)
    #expect(places([25], crowding: 1.09)[0].kind == .besideNeighbour)
    #expect(places([25], crowding: nil)[0].kind == .ownCores)
    #expect(places([25], sharing: 1.3, crowding: 2)[0].kind == .siblings)
    #expect(
      text(places([25, 150]) + places([30, 160], crowding: 1.9))
        == [
          "own-cores 25 ns", "own-cores 150 ns", "beside-neighbour 30 ns",
          "beside-neighbour 160 ns",
        ])
  }

  @Test func `siblings are one place at any distance`() {
    #expect(text(places([9, 30], sharing: 1.3)) == ["siblings 30 ns"])
  }

  @Test(arguments: [
    ("siblings", true), ("own-cores", false), ("siblings 28 ns", true), ("siblings 44", true),
    ("siblings 45 ns", false),
  ])
  func `a wanted place includes the places of its kind, and with a distance only those near it`(
    text: String, isIncluded: Bool
  ) throws {
    let place = Place(kind: .siblings, distanceNanoseconds: 28)
    #expect(try #require(WantedPlace(text)).includes(place) == isIncluded)
  }

  @Test(arguments: [
    "", "sibling", "own-cores near", "own-cores -3", "own-cores 3 ms", "far 3 ns 4",
  ])
  func `a text that names no place is refused`(text: String) {
    #expect(WantedPlace(text) == nil)
  }

  @Test func `a reading of distance and sharing fits a place with and without a neighbour`() {
    let near = Place(kind: .ownCores, distanceNanoseconds: 30)
    #expect(readings([40])[0].mayBe(of: near))
    #expect(!readings([150])[0].mayBe(of: near))
    #expect(!readings([30], sharing: 1.3)[0].mayBe(of: near))
    #expect(readings([40])[0].mayBe(of: Place(kind: .besideNeighbour, distanceNanoseconds: 30)))
    let siblings = Place(kind: .siblings, distanceNanoseconds: 28)
    #expect(readings([90], sharing: 1.3)[0].mayBe(of: siblings))
    #expect(!readings([28])[0].mayBe(of: siblings))
  }

  @Test func `readings outside of trials give the share of each place`() {
    let seen = PlaceShares(
      cpus: CPUList([0, 1]), readings: readings([25, 26, 150]) + readings([28], sharing: 1.3))
    #expect(seen.text == "own-cores 26 ns 50 %, own-cores 150 ns 25 %, siblings 28 ns 25 %")
    #expect(seen.siblingShare == 0.25)
    #expect(PlaceShares(cpus: CPUList([0, 1]), readings: []).siblingShare == 0)
  }

  @Test func `readings of one place are of the same kind, and their distances are near`() {
    let near = readings([25])[0]
    #expect(PlaceRule.isOne(near, readings([40])[0]))
    #expect(!PlaceRule.isOne(near, readings([40.1])[0]))
    #expect(!PlaceRule.isOne(readings([150])[0], near))
    #expect(!PlaceRule.isOne(near, readings([25], sharing: 1.23)[0]))
  }
}
