    #expect(again.placement?.values.map(X) == [.siblings, .cores])
    #expect(again.memory?.values.map(\.place) == [.first, .other])
