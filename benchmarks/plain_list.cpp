// The baseline in C++: a plain list of (cell, visited set), one entry a hypothesis, in vectors that grow as they must.
//
// Reads the sea as 256 digits, how many runs to make, and a record of N, E, S, W and - for a silence. Prints for each
// announcement how many hypotheses are left, and the milliseconds of the first run and the median of the later ones.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

namespace {

struct Hypothesis {
    std::array<std::uint64_t, 4> visited;
    std::uint64_t cell;
};

using List = std::vector<Hypothesis>;

bool enter(Hypothesis& hypothesis, int step, const std::array<bool, 256>& sea) {
    const int cell = static_cast<int>(hypothesis.cell) + step;
    if (cell < 0 || cell > 255 || !sea[cell]) return false;
    std::uint64_t& word = hypothesis.visited[cell >> 6];
    const std::uint64_t bit = std::uint64_t{1} << (cell & 63);
    if (word & bit) return false;
    word |= bit;
    hypothesis.cell = static_cast<std::uint64_t>(cell);
    return true;
}

void head(List& list, int step, const std::array<bool, 256>& sea) {
    std::size_t left = 0;
    for (const Hypothesis& before : list) {
        Hypothesis after = before;
        if (enter(after, step, sea)) list[left++] = after;
    }
    list.resize(left);
}

void silence(const List& list, const std::array<bool, 256>& sea, List& out) {
    out.clear();
    for (const Hypothesis& before : list) {
        out.push_back(before);
        for (const int step : {-16, 1, 16, -1}) {
            Hypothesis after = before;
            for (int k = 0; k < 4 && enter(after, step, sea); k++) out.push_back(after);
        }
    }
}

}  // namespace

int main() {
    std::string digits, record;
    int runs = 0;
    if (!(std::cin >> digits >> runs >> record) || digits.size() != 256 || runs < 2) return 2;
    std::array<bool, 256> sea{};
    for (int cell = 0; cell < 256; cell++) sea[cell] = digits[cell] == '1';
    std::vector<std::vector<double>> times(record.size());
    std::vector<std::size_t> counts(record.size());
    List list, other;
    for (int run = 0; run < runs; run++) {
        list.clear();
        for (int cell = 0; cell < 256; cell++) {
            if (!sea[cell]) continue;
            Hypothesis start{{}, static_cast<std::uint64_t>(cell)};
            start.visited[cell >> 6] = std::uint64_t{1} << (cell & 63);
            list.push_back(start);
        }
        for (std::size_t n = 0; n < record.size(); n++) {
            const auto begun = std::chrono::steady_clock::now();
            switch (record[n]) {
                case 'N': head(list, -16, sea); break;
                case 'E': head(list, 1, sea); break;
                case 'S': head(list, 16, sea); break;
                case 'W': head(list, -1, sea); break;
                default: silence(list, sea, other); std::swap(list, other);
            }
            times[n].push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun).count());
            counts[n] = list.size();
        }
    }
    for (std::size_t n = 0; n < record.size(); n++) {
        std::vector<double> warm(times[n].begin() + 1, times[n].end());
        std::nth_element(warm.begin(), warm.begin() + warm.size() / 2, warm.end());
        std::printf("%zu %.6f %.6f\n", counts[n], times[n][0], warm[warm.size() / 2]);
    }
}
