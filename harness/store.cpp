#include "harness/store.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>
#include <utility>

#include "harness/scene.hpp"

namespace touchstone {
namespace {

constexpr int kFormat = 1;

constexpr const char* kSchema = R"sql(
create table if not exists meta (key text primary key, value text not null) without rowid;
create table if not exists blocks (block integer primary key);
create table if not exists counters (subject text, stratum text, pair text, query text, outcome text, decade integer,
  n integer not null, primary key (subject, stratum, pair, query, outcome, decade)) without rowid;
create table if not exists worst (subject text, stratum text, query text, error_u real not null,
  primary key (subject, stratum, query)) without rowid;
create table if not exists relations (stratum text, relation text, n integer not null,
  primary key (stratum, relation)) without rowid;
create table if not exists findings (signature text primary key, n integer not null, size integer not null,
  stratum text, subject text, query text, outcome text, error_u real, scene text, answer text) without rowid;
create table if not exists conflicts (scene text primary key) without rowid;
)sql";

/// One prepared statement; bind in order, then step through the rows.
class Statement {
 public:
  Statement(sqlite3* db, const std::string& path, const char* sql) : db_(db), path_(path) {
    check(sqlite3_prepare_v2(db, sql, -1, &statement_, nullptr));
  }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  template <class... Values>
  Statement& bind(const Values&... values) {
    check(sqlite3_reset(statement_));
    int index = 0;
    (bind_one(++index, values), ...);
    return *this;
  }
  bool step() {
    const int code = sqlite3_step(statement_);
    if (code != SQLITE_ROW && code != SQLITE_DONE) check(code);
    return code == SQLITE_ROW;
  }
  std::string text(int column) const {
    const auto* value = sqlite3_column_text(statement_, column);
    return value == nullptr ? std::string() : std::string(reinterpret_cast<const char*>(value));
  }
  std::int64_t integer(int column) const { return sqlite3_column_int64(statement_, column); }
  double real(int column) const { return sqlite3_column_double(statement_, column); }

 private:
  void bind_one(int index, const std::string& value) {
    check(
        sqlite3_bind_text(statement_, index, value.data(), static_cast<int>(value.size()), SQLITE_TRANSIENT));
  }
  void bind_one(int index, std::string_view value) { bind_one(index, std::string(value)); }
  void bind_one(int index, std::uint64_t value) {
    check(sqlite3_bind_int64(statement_, index, static_cast<sqlite3_int64>(value)));
  }
  void bind_one(int index, int value) { check(sqlite3_bind_int64(statement_, index, value)); }
  void bind_one(int index, double value) { check(sqlite3_bind_double(statement_, index, value)); }
  void check(int code) const {
    if (code != SQLITE_OK) throw StoreError(fmt::format("{}: {}", path_, sqlite3_errmsg(db_)));
  }

  sqlite3* db_;
  const std::string& path_;
  sqlite3_stmt* statement_ = nullptr;
};

/// Rolled back unless committed.
class Transaction {
 public:
  Transaction(sqlite3* db, const std::string& path) : db_(db), path_(path) { run("begin immediate"); }
  ~Transaction() {
    if (!committed_) sqlite3_exec(db_, "rollback", nullptr, nullptr, nullptr);
  }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit() {
    run("commit");
    committed_ = true;
  }

 private:
  void run(const char* sql) const {
    if (sqlite3_exec(db_, sql, nullptr, nullptr, nullptr) != SQLITE_OK)
      throw StoreError(fmt::format("{}: {}", path_, sqlite3_errmsg(db_)));
  }

  sqlite3* db_;
  const std::string& path_;
  bool committed_ = false;
};

template <class Enum>
Enum named(std::optional<Enum> value, const std::string& path) {
  if (!value) throw StoreError(path + ": holds a name this version does not know");
  return *value;
}

}  // namespace

int decade_of(double error_u) {
  if (!(error_u > 0)) return kNoError;
  const double decade = std::floor(std::log10(error_u));
  return static_cast<int>(std::clamp(decade, double{kSmallestDecade}, double{kLargestDecade}));
}

bool smaller(const Finding& a, const Finding& b) {
  return std::tie(a.size, a.scene, a.answer) < std::tie(b.size, b.scene, b.answer);
}

void Results::add(const Finding& finding) {
  const auto [at, inserted] = findings.try_emplace(finding.signature, finding);
  if (inserted) return;
  const std::uint64_t count = at->second.count + finding.count;
  if (smaller(finding, at->second)) at->second = finding;
  at->second.count = count;
}

void Results::add(const Results& other) {
  for (const auto& [key, n] : other.counters) counters[key] += n;
  for (const auto& [key, finding] : other.findings) add(finding);
  for (const auto& [key, error] : other.worst_error_u) {
    double& worst = worst_error_u[key];
    worst = std::max(worst, error);
  }
  for (const auto& [key, n] : other.relations) relations[key] += n;
  scenes += other.scenes;
  witnessed += other.witnessed;
  for (int i = 0; i < 3; ++i) decided_by[i] += other.decided_by[i];
  for (const std::string& scene : other.conflicts)
    if (std::find(conflicts.begin(), conflicts.end(), scene) == conflicts.end()) conflicts.push_back(scene);
}

struct Store::Impl {
  std::string path;
  sqlite3* db = nullptr;
  std::string arguments;
  double seconds = 0;
  std::int64_t seen_version = 0;  ///< changes when another connection writes
  std::uint64_t done_below = 0;   ///< every block below is done
  std::set<std::uint64_t> done_out_of_order;
  Results results;

  ~Impl() { sqlite3_close(db); }

  void open(int flags) {
    if (sqlite3_open_v2(path.c_str(), &db, flags, nullptr) != SQLITE_OK) fail();
    sqlite3_busy_timeout(db, 5000);
  }
  [[noreturn]] void fail() const { throw StoreError(fmt::format("{}: {}", path, sqlite3_errmsg(db))); }
  void run(const char* sql) {
    if (sqlite3_exec(db, sql, nullptr, nullptr, nullptr) != SQLITE_OK) fail();
  }
  std::string meta(const char* key) {
    Statement get(db, path, "select value from meta where key = ?");
    return get.bind(std::string(key)).step() ? get.text(0) : std::string();
  }
  void set_meta(const char* key, const std::string& value) {
    Statement(db, path, "replace into meta values (?, ?)").bind(std::string(key), value).step();
  }

  std::int64_t version() {
    Statement get(db, path, "pragma data_version");
    get.bind().step();
    return get.integer(0);
  }
  bool has_tables(const char* like) {
    return Statement(db, path, "select 1 from sqlite_master where name like ?")
        .bind(std::string(like))
        .step();
  }
  void create(const std::string& run_arguments);
  void check_format() {
    const std::string format = meta("format");
    if (format != std::to_string(kFormat))
      throw StoreError(fmt::format("{}: store format {} is not {}, the one this version reads", path,
                                   format.empty() ? "(none)" : format, kFormat));
  }

  void load();
  void load_counters();
  void write(const Results& change);
  void write_totals();
};

/// Makes the tables in an empty file. Anything else is left as it is.
void Store::Impl::create(const std::string& run_arguments) {
  Transaction transaction(db, path);
  if (!has_tables("%")) {
    run(kSchema);
    set_meta("format", std::to_string(kFormat));
    set_meta("arguments", run_arguments);
  } else if (!has_tables("meta")) {
    throw StoreError(path + ": is a database, but no store of this program");
  }
  transaction.commit();
}

void Store::Impl::load_counters() {
  Statement counters(db, path, "select subject, stratum, pair, query, outcome, decade, n from counters");
  for (counters.bind(); counters.step();) {
    const CounterKey key{counters.text(0),
                         counters.text(1),
                         counters.text(2),
                         named(query_from(counters.text(3)), path),
                         named(outcome_from(counters.text(4)), path),
                         static_cast<int>(counters.integer(5))};
    results.counters[key] = static_cast<std::uint64_t>(counters.integer(6));
  }
  Statement worst(db, path, "select subject, stratum, query, error_u from worst");
  for (worst.bind(); worst.step();)
    results.worst_error_u[{worst.text(0), worst.text(1), named(query_from(worst.text(2)), path)}] =
        worst.real(3);
  Statement relations(db, path, "select stratum, relation, n from relations");
  for (relations.bind(); relations.step();)
    results.relations[{relations.text(0), relations.text(1)}] =
        static_cast<std::uint64_t>(relations.integer(2));
}

void Store::Impl::load() {
  seen_version = version();
  arguments = meta("arguments");
  const auto number = [this](const char* key) {
    const std::string text = meta(key);
    return text.empty() ? std::uint64_t{0} : std::stoull(text);
  };
  done_below = number("done_below");
  results.scenes = number("scenes");
  results.witnessed = number("witnessed");
  for (int i = 0; i < 3; ++i) results.decided_by[i] = number(fmt::format("decided_by_{}", i).c_str());
  const std::string spent = meta("seconds");
  seconds = spent.empty() ? 0 : std::stod(spent);
  Statement blocks(db, path, "select block from blocks");
  for (blocks.bind(); blocks.step();) done_out_of_order.insert(static_cast<std::uint64_t>(blocks.integer(0)));
  load_counters();
  Statement findings(
      db, path,
      "select signature, n, size, stratum, subject, query, outcome, error_u, scene, answer from findings");
  for (findings.bind(); findings.step();) {
    Finding finding{findings.text(0),
                    static_cast<std::uint64_t>(findings.integer(1)),
                    static_cast<std::uint64_t>(findings.integer(2)),
                    findings.text(3),
                    findings.text(4),
                    named(query_from(findings.text(5)), path),
                    named(outcome_from(findings.text(6)), path),
                    findings.real(7),
                    findings.text(8),
                    findings.text(9)};
    results.findings[finding.signature] = std::move(finding);
  }
  Statement conflicts(db, path, "select scene from conflicts order by scene");
  for (conflicts.bind(); conflicts.step();) results.conflicts.push_back(conflicts.text(0));
}

void Store::Impl::write_totals() {
  set_meta("done_below", std::to_string(done_below));
  set_meta("scenes", std::to_string(results.scenes));
  set_meta("witnessed", std::to_string(results.witnessed));
  for (int i = 0; i < 3; ++i)
    set_meta(fmt::format("decided_by_{}", i).c_str(), std::to_string(results.decided_by[i]));
}

/// Writes the rows that `change` touched, with their new totals.
void Store::Impl::write(const Results& change) {
  Statement counter(db, path, "replace into counters values (?, ?, ?, ?, ?, ?, ?)");
  for (const auto& [key, n] : change.counters)
    counter
        .bind(key.subject, key.stratum, key.pair, name_of(key.query), name_of(key.outcome), key.decade,
              results.counters[key])
        .step();
  Statement worst(db, path, "replace into worst values (?, ?, ?, ?)");
  for (const auto& [key, error] : change.worst_error_u)
    worst.bind(std::get<0>(key), std::get<1>(key), name_of(std::get<2>(key)), results.worst_error_u[key])
        .step();
  Statement relation(db, path, "replace into relations values (?, ?, ?)");
  for (const auto& [key, n] : change.relations)
    relation.bind(std::get<0>(key), std::get<1>(key), results.relations[key]).step();
  Statement finding(db, path, "replace into findings values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (const auto& [key, changed] : change.findings) {
    const Finding& f = results.findings[key];
    finding
        .bind(f.signature, f.count, f.size, f.stratum, f.subject, name_of(f.query), name_of(f.outcome),
              f.error_u, f.scene, f.answer)
        .step();
  }
  Statement conflict(db, path, "replace into conflicts values (?)");
  for (const std::string& scene : change.conflicts) conflict.bind(scene).step();
  write_totals();
}

Store::Store() : impl_(std::make_unique<Impl>()) {}
Store::~Store() = default;
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;

Store::Store(const std::string& path, const std::string& arguments) : Store() {
  impl_->path = path;
  impl_->open(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  impl_->run("pragma journal_mode = wal; pragma synchronous = normal;");
  impl_->create(arguments);
  impl_->check_format();
  impl_->load();
  if (impl_->arguments != arguments)
    throw StoreError(fmt::format("{}: belongs to a run with other arguments ({}); name another --store", path,
                                 impl_->arguments));
}

Store Store::open_existing(const std::string& path) {
  Store store;
  store.impl_->path = path;
  store.impl_->open(SQLITE_OPEN_READWRITE);
  store.impl_->check_format();
  store.impl_->load();
  return store;
}

bool Store::is_done(std::uint64_t block) const {
  return block < impl_->done_below || impl_->done_out_of_order.contains(block);
}

void Store::add(std::uint64_t block, const Results& results) {
  Impl& store = *impl_;
  Transaction transaction(store.db, store.path);
  if (store.version() != store.seen_version)
    throw StoreError(store.path + ": another run is writing to this store");
  store.results.add(results);
  store.done_out_of_order.insert(block);
  Statement(store.db, store.path, "replace into blocks values (?)").bind(block).step();
  Statement forget(store.db, store.path, "delete from blocks where block = ?");
  while (!store.done_out_of_order.empty() && *store.done_out_of_order.begin() == store.done_below) {
    forget.bind(store.done_below).step();
    store.done_out_of_order.erase(store.done_out_of_order.begin());
    ++store.done_below;
  }
  store.write(results);
  transaction.commit();
}

Results Store::results() const {
  return impl_->results;
}
const std::string& Store::arguments() const {
  return impl_->arguments;
}
double Store::seconds() const {
  return impl_->seconds;
}

void Store::add_seconds(double seconds) {
  impl_->seconds += seconds;
  impl_->set_meta("seconds", fmt::format("{:.3f}", impl_->seconds));
}

}  // namespace touchstone
