// The Runge–Kutta method of order 8 of Dormand and Prince with error estimates of order 5 and 3 and the continuous extension of
// order 7 (Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, II.5, II.6 and II.10); steps are controlled by
// explicit_pair.h.
//
//   kᵢ = f(t + cᵢ h, y + h Σ aᵢⱼ kⱼ)   i = 1…12        y₁ = y + h Σ bᵢ kᵢ                          (1)
//   y₁ ← correct(y₁),  k₁₃ = f(t + h, y₁)                                                           (2)
//   e₅ = h Σ eᵢ kᵢ,  e₃ = y₁ − y − h (b̂₁ k₁ + b̂₉ k₉ + b̂₁₂ k₁₂),  err = e₅² / √(e₅² + 0.01 e₃²)     (3)
//
// with the largest entry of each against its tolerance. (3) behaves like h⁸. It counts tenfold: a run at the default tolerances
// is then ten times as exact as with dopri5, over many oscillations above all, and still takes fewer evaluations. The extension
// needs three more stages, k₁₄ to k₁₆, which are computed when the first state inside a step is asked for: a step without rows or
// events costs twelve evaluations.
//
// Where f is smooth, e₅ is below a hundredth of e₃. Where it is not, since it has a corner or its last digits are rounding, both are
// of one size and go like h: then steps get short, and a method whose error sums these digits with smaller coefficients does better.
//
// Stages 12 and 13 belong to the same time and tell of stiffness. The border of stability is at h |λ| = 6.1 on the negative real
// axis and near 1 on the imaginary one; what a step resolves stays below 2.
#include <algorithm>
#include <array>
#include <cmath>

#include "numerics/methods.h"

namespace gelenk {

namespace {

constexpr int stages = 12, all_stages = 16;  // those of the extension among them; the 13th is (2)

constexpr double c[all_stages] = {0,
                                  0.526001519587677318785587544488e-1,
                                  0.789002279381515978178381316732e-1,
                                  0.118350341907227396726757197510,
                                  0.281649658092772603273242802490,
                                  1. / 3,
                                  1. / 4,
                                  4. / 13,
                                  127. / 195,
                                  3. / 5,
                                  6. / 7,
                                  1,
                                  1,
                                  1. / 10,
                                  1. / 5,
                                  7. / 9};

constexpr double a[all_stages][all_stages - 1] = {
    {},
    {5.26001519587677318785587544488e-2},
    {1.97250569845378994544595329183e-2, 5.91751709536136983633785987549e-2},
    {2.95875854768068491816892993775e-2, 0, 8.87627564304205475450678981324e-2},
    {2.41365134159266685502369798665e-1, 0, -8.84549479328286085344864962717e-1,
     9.24834003261792003115737966543e-1},
    {1. / 27, 0, 0, 1.70828608729473871279604482173e-1, 1.25467687566822425016691814123e-1},
    {3.7109375e-2, 0, 0, 1.70252211019544039314978060272e-1, 6.02165389804559606850219397283e-2,
     -1.7578125e-2},
    {3.70920001185047927108779319836e-2, 0, 0, 1.70383925712239993810214054705e-1,
     1.07262030446373284651809199168e-1, -1.53194377486244017527936158236e-2,
     8.27378916381402288758473766002e-3},
    {6.24110958716075717114429577812e-1, 0, 0, -3.36089262944694129406857109825,
     -8.68219346841726006818189891453e-1, 2.75920996994467083049415600797e1,
     2.01540675504778934086186788979e1, -4.34898841810699588477366255144e1},
    {4.77662536438264365890433908527e-1, 0, 0, -2.48811461997166764192642586468,
     -5.90290826836842996371446475743e-1, 2.12300514481811942347288949897e1,
     1.52792336328824235832596922938e1, -3.32882109689848629194453265587e1,
     -2.03312017085086261358222928593e-2},
    {-9.3714243008598732571704021658e-1, 0, 0, 5.18637242884406370830023853209,
     1.09143734899672957818500254654, -8.14978701074692612513997267357,
     -1.85200656599969598641566180701e1, 2.27394870993505042818970056734e1,
     2.49360555267965238987089396762, -3.0467644718982195003823669022},
    {2.27331014751653820792359768449, 0, 0, -1.05344954667372501984066689879e1,
     -2.00087205822486249909675718444, -1.79589318631187989172765950534e1,
     2.79488845294199600508499808837e1, -2.85899827713502369474065508674,
     -8.87285693353062954433549289258, 1.23605671757943030647266201528e1,
     6.43392746015763530355970484046e-1},
    {5.42937341165687622380535766363e-2, 0, 0, 0, 0, 4.45031289275240888144113950566,
     1.89151789931450038304281599044, -5.8012039600105847814672114227,
     3.1116436695781989440891606237e-1, -1.52160949662516078556178806805e-1,
     2.01365400804030348374776537501e-1, 4.47106157277725905176885569043e-2},
    {5.61675022830479523392909219681e-2, 0, 0, 0, 0, 0, 2.53500210216624811088794765333e-1,
     -2.46239037470802489917441475441e-1, -1.24191423263816360469010140626e-1,
     1.5329179827876569731206322685e-1, 8.20105229563468988491666602057e-3,
     7.56789766054569976138603589584e-3, -8.298e-3},
    {3.18346481635021405060768473261e-2, 0, 0, 0, 0, 2.83009096723667755288322961402e-2,
     5.35419883074385676223797384372e-2, -5.49237485713909884646569340306e-2, 0, 0,
     -1.08347328697249322858509316994e-4, 3.82571090835658412954920192323e-4,
     -3.40465008687404560802977114492e-4, 1.41312443674632500278074618366e-1},
    {-4.28896301583791923408573538692e-1, 0, 0, 0, 0, -4.69762141536116384314449447206,
     7.68342119606259904184240953878, 4.06898981839711007970213554331,
     3.56727187455281109270669543021e-1, 0, 0, 0, -1.39902416515901462129418009734e-3,
     2.9475147891527723389556272149, -9.15095847217987001081870187138}};

// b of (1) is the row of the 13th stage.
constexpr const double* b = a[stages];
constexpr double e[stages] = {0.1312004499419488073250102996e-1,
                              0,
                              0,
                              0,
                              0,
                              -0.1225156446376204440720569753e1,
                              -0.4957589496572501915214079952,
                              0.1664377182454986536961530415e1,
                              -0.3503288487499736816886487290,
                              0.3341791187130174790297318841,
                              0.8192320648511571246570742613e-1,
                              -0.2235530786388629525884427845e-1};
constexpr double b3_1 = 31. / 127, b3_9 = 0.733846688281611857341361741547, b3_12 = 3. / 136;

// How much (3) counts, down to tolerances that rounding lets errors follow.
constexpr double most_caution = 10, rounding = 1e-13;

// Of the extension: terms 5 to 8 from all stages.
constexpr double d[4][all_stages] = {
    {-0.84289382761090128651353491142e1, 0, 0, 0, 0, 0.56671495351937776962531783590,
     -0.30689499459498916912797304727e1, 0.23846676565120698287728149680e1,
     0.21170345824450282767155149946e1, -0.87139158377797299206789907490,
     0.22404374302607882758541771650e1, 0.63157877876946881815570249290,
     -0.88990336451333310820698117400e-1, 0.18148505520854727256656404962e2,
     -0.91946323924783554000451984436e1, -0.44360363875948939664310572000e1},
    {0.10427508642579134603413151009e2, 0, 0, 0, 0, 0.24228349177525818288430175319e3,
     0.16520045171727028198505394887e3, -0.37454675472269020279518312152e3,
     -0.22113666853125306036270938578e2, 0.77334326684722638389603898808e1,
     -0.30674084731089398182061213626e2, -0.93321305264302278729567221706e1,
     0.15697238121770843886131091075e2, -0.31139403219565177677282850411e2,
     -0.93529243588444783865713862664e1, 0.35816841486394083752465898540e2},
    {0.19985053242002433820987653617e2, 0, 0, 0, 0, -0.38703730874935176555105901742e3,
     -0.18917813819516756882830838328e3, 0.52780815920542364900561016686e3,
     -0.11573902539959630126141871134e2, 0.68812326946963000169666922661e1,
     -0.10006050966910838403183860980e1, 0.77771377980534432092869265740,
     -0.27782057523535084065932004339e1, -0.60196695231264120758267380846e2,
     0.84320405506677161018159903784e2, 0.11992291136182789328035130030e2},
    {-0.25693933462703749003312586129e2, 0, 0, 0, 0, -0.15418974869023643374053993627e3,
     -0.23152937917604549567536039109e3, 0.35763911791061412378285349910e3,
     0.93405324183624310003907691704e2, -0.37458323136451633156875139351e2,
     0.10409964950896230045147246184e3, 0.29840293426660503123344363579e2,
     -0.43533456590011143754432175058e2, 0.96324553959188282948394950600e2,
     -0.39177261675615439165231486172e2, -0.14972683625798562581422125276e3}};

class DormandPrince8 : public ExplicitPair {
 public:
  DormandPrince8() : ExplicitPair({.error_order = 8, .beta = 0.0, .stiff_border = 4.0}) {}
  std::string description() const override { return "dop853"; }

 private:
  Vector& first_slope() override { return k_[0]; }

  void add_stages(double h, const double* factors, int count, Vector& y) const {
    for (int j = 0; j < count; ++j) {
      if (factors[j] != 0.0) y += (h * factors[j]) * k_[j];
    }
  }

  // (1), (2)
  bool try_step(double h, double end) override {
    for (int i = 1; i < stages; ++i) {
      stage_ = y_;
      add_stages(h, a[i], i, stage_);
      if (!eval(t_ + c[i] * h, stage_, k_[i])) return false;
    }
    y1_ = y_;
    add_stages(h, b, stages, y1_);
    return system_->correct(end, y1_) && eval(end, y1_, k_[stages]);
  }

  // (3)
  double calc_error(double h) override {
    double e5 = 0.0, e3 = 0.0;
    for (Eigen::Index i = 0; i < y_.size(); ++i) {
      double sum5 = 0.0, sum = 0.0;
      for (int j = 0; j < stages; ++j) {
        sum5 += e[j] * k_[j][i];
        sum += b[j] * k_[j][i];
      }
      const double w = weight(i), entry5 = std::abs(h * sum5) * w,
                   entry3 =
                       std::abs(h * (sum - b3_1 * k_[0][i] - b3_9 * k_[8][i] - b3_12 * k_[11][i])) *
                       w;
      if (std::isnan(entry5) || std::isnan(entry3)) return std::numeric_limits<double>::infinity();
      if (entry5 > e5) {
        e5 = entry5;
        worst_entry_ = static_cast<int>(i);
      }
      e3 = std::max(e3, entry3);
    }
    const double caution = std::clamp(options_.rtol / rounding, 1.0, most_caution);
    // Squares of very small errors would be zero.
    const double quotient = e5 > 0 ? e3 / e5 : 0.0;
    return caution * e5 / std::sqrt(1 + 0.01 * quotient * quotient);
  }

  // stage_ is still that of the twelfth evaluation.
  double calc_stiffness(double h) const override {
    return calc_quotient(h, k_[stages - 1], stage_, k_[stages]);
  }

  void keep_step(double h) override {
    y_before_ = y_;
    rise_ = y1_ - y_;
    bend_ = h * k_[0] - rise_;
    twist_ = rise_ - h * k_[stages] - bend_;
    k_[0].swap(k_[stages]);
    has_extension_ = false;
  }

  // Equation (6.13) of II.6 in nested form, with the four terms of order 8.
  bool interpolate(double t, Vector& y) override {
    if (!has_extension_ && !extend()) return false;
    const double theta = (t - t_before_) / (t_ - t_before_), rest = 1 - theta;
    y = extension_[0] + theta * (extension_[1] + rest * (extension_[2] + theta * extension_[3]));
    y = y_before_ + theta * (rise_ + rest * (bend_ + theta * (twist_ + rest * y)));
    return true;
  }

  bool extend() {
    const double h = t_ - t_before_;
    k_[0].swap(k_[stages]);  // as they were in the step
    bool evaluated = true;
    for (int i = stages + 1; i < all_stages && evaluated; ++i) {
      stage_ = y_before_;
      add_stages(h, a[i], i, stage_);
      evaluated = eval(t_before_ + c[i] * h, stage_, k_[i]);
    }
    if (evaluated) {
      for (int term = 0; term < 4; ++term) {
        extension_[term].setZero(y_.size());
        add_stages(h, d[term], all_stages, extension_[term]);
      }
    }
    k_[0].swap(k_[stages]);
    return has_extension_ = evaluated;
  }

  // The extension is made when it is asked for, of all stages.
  void list_memory_of_pair(Memory& memory) override {
    for (Vector& k : k_) list_vector(memory, k, y_.size());
    for (Vector* x : {&y_before_, &rise_, &bend_, &twist_}) list_vector(memory, *x, y_.size());
    if (!memory.is_saving()) has_extension_ = false;
  }

  std::array<Vector, all_stages> k_;  // k_[0] = f(t_, y_)
  Vector stage_;
  Vector y_before_, rise_, bend_, twist_;
  std::array<Vector, 4> extension_;
  bool has_extension_ = false;
};

}  // namespace

std::unique_ptr<ExplicitPair> make_dop853() { return std::make_unique<DormandPrince8>(); }

}  // namespace gelenk
